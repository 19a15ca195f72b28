package dev.mangrove.check.command;

import dev.mangrove.check.stress.StressSettings;
import dev.mangrove.index.ordered.Design;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.util.concurrent.ThreadLocalRandom;

/** Options of the stress check with processes. */
final class StressOptions {
    private static final double DEFAULT_SECONDS = 60;
    private static final int DEFAULT_CLIENTS = 4;
    private static final int DEFAULT_SERVERS = 2;
    private static final int DEFAULT_FANOUT = 8;
    private static final long SEEDS = 1L << 32;

    @Option(names = "--seconds", description = "With --fabric shm or tcp: duration; default 60.")
    private @Nullable Double seconds;

    @Option(
            names = "--clients",
            description = "With --fabric shm or tcp: client processes; default 4.")
    private @Nullable Integer clients;

    @Option(
            names = "--servers",
            description = "With --fabric shm or tcp: server processes; default 2.")
    private @Nullable Integer servers;

    @Option(
            names = "--fanout",
            description = "With --fabric shm or tcp: maximum entries per page; default 8.")
    private @Nullable Integer fanout;

    /** Whether the command line has one of these options. */
    boolean isGiven() {
        return seconds != null || clients != null || servers != null || fanout != null;
    }

    /** The settings; a null seed is replaced by a random one. */
    StressSettings settings(Design design, String fabric, @Nullable Long seed) {
        return new StressSettings(
                design,
                fabric,
                seconds == null ? DEFAULT_SECONDS : seconds,
                clients == null ? DEFAULT_CLIENTS : clients,
                servers == null ? DEFAULT_SERVERS : servers,
                fanout == null ? DEFAULT_FANOUT : fanout,
                seed == null ? ThreadLocalRandom.current().nextLong(SEEDS) : seed);
    }
}
