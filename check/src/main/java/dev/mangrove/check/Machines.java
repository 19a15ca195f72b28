package dev.mangrove.check;

import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Assigns the processes of a run to machines. */
public final class Machines {
    private static final int ALONE_ONE_IN = 4;

    /** Chosen: some thousand round trips. */
    private static final Duration TIMEOUT = Duration.ofMillis(100);

    /**
     * Where accesses in place interleave. Chosen: a batch of 30 changes makes some 10,000 accesses,
     * and a thread that is suspended at every second one takes 400 ms for them.
     */
    private static final Duration INTERLEAVED_TIMEOUT = Duration.ofSeconds(4);

    private final SimCluster cluster;
    private final @Nullable SplittableRandom lots;
    private final List<SimHost> servers = new ArrayList<>();

    /**
     * Creates the machines of a cluster.
     *
     * @param lots decides which processes share a machine; null if each has a machine of its own
     */
    public Machines(SimCluster cluster, @Nullable SplittableRandom lots) {
        this.cluster = cluster;
        this.lots = lots;
    }

    /** How long clients wait for answers. */
    public Duration timeout() {
        return cluster.isInterleaved() ? INTERLEAVED_TIMEOUT : TIMEOUT;
    }

    /** The host of a server: on a machine of its own, or on another server's. */
    public SimHost server() {
        SimHost host =
                lots == null || servers.isEmpty() || lots.nextBoolean()
                        ? cluster.addHost()
                        : cluster.addHostBeside(servers.getFirst());
        servers.add(host);
        return host;
    }

    /** The host of clients, mostly on a server's machine. */
    public SimHost client() {
        return lots == null || lots.nextInt(ALONE_ONE_IN) == 0
                ? cluster.addHost()
                : cluster.addHostBeside(servers.get(lots.nextInt(servers.size())));
    }
}
