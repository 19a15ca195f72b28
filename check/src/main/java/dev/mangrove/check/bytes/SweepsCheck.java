package dev.mangrove.check.bytes;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.history.History;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The threads of one process on a tree of byte strings of a few pages, without servers, while
 * another thread sweeps expired entries all the time. Threads step in between each other's loads
 * and stores. Each key is changed by one thread, which knows what it must find there.
 */
public final class SweepsCheck implements CheckTarget {
    /** The check's name on the command line. */
    public static final String NAME = "sweeps";

    private static final long SALT = 0x737765657073L;

    /** Chosen: threads get past each other between two locks as well as under one. */
    private static final int SWITCH_ONE_IN = 4;

    /** Chosen: some suspensions outlast the changes of other threads. */
    private static final long LONGEST_NANOS = 100_000;

    /** Chosen: all threads run at the same time. */
    private static final int CORES = 8;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        Interleaving interleaving =
                new Interleaving(SWITCH_ONE_IN, LONGEST_NANOS, Interleaving.Stores.AT_ONCE);
        Findings findings = new Findings();
        Coverage.begin();
        Profile profile = Profile.named("base").with("host.cores", CORES);
        try (SimCluster cluster = new SimCluster(profile, seed, Faults.NONE, 0, lines)) {
            cluster.interleave(interleaving);
            new SweepsTrial(cluster, lots, findings).run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    0,
                    cluster.trace().hash(),
                    Coverage.of(cluster, fault -> false, branch -> false),
                    new History(1));
        }
    }
}
