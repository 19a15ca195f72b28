package dev.mangrove.reproduce.sherman;

import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Text;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

/** Runs systems under workloads on the Sherman paper's cluster, each on a newly loaded tree. */
final class ShermanRuns {
    /** Keys of the key space; the paper has 10^9. */
    static final long KEY_SPACE = 1_500_000;

    private static final String PROFILE = "sherman-cx5";

    /** Chosen: many operations of each thread. */
    private static final long WARM_UP_NANOS = 1_000_000;

    /**
     * Warm-up where clients contend for latches in main memory: waits reach tens of milliseconds.
     */
    private static final long SETTLING_NANOS = 60_000_000;

    /** Chosen: several times the longest waits. */
    private static final long CONTENDED_NANOS = 200_000_000;

    /** Chosen, with the next: waits in local queues are shorter than those at the card. */
    private static final long QUEUED_WARM_UP_NANOS = 4_000_000;

    private static final long QUEUED_NANOS = 12_000_000;

    private final Profile profile;
    private final long keySpace;

    /** Runs on the published cluster's profile, or on another one. */
    ShermanRuns(@Nullable String profile, long keySpace) {
        this.profile = Profile.named(profile == null ? PROFILE : profile);
        this.keySpace = keySpace;
    }

    /** Measures a system under a workload. */
    ShermanPoint run(ShermanSystem system, ShermanWork work) {
        return run(system, work, ShermanCluster.THREADS, false);
    }

    /**
     * Measures a system under a workload.
     *
     * @param threads clients per host; they share its card, but each has a core
     * @param asPublished whether readers check only the ends of copies, and latches have no leases
     */
    ShermanPoint run(ShermanSystem system, ShermanWork work, int threads, boolean asPublished) {
        return run(system, work, threads, 1, asPublished);
    }

    /** Measures a system whose threads execute several operations at a time. */
    ShermanPoint runTogether(ShermanSystem system, ShermanWork work, int together) {
        return run(system, work, ShermanCluster.THREADS, together, false);
    }

    private ShermanPoint run(
            ShermanSystem system,
            ShermanWork work,
            int threads,
            int together,
            boolean asPublished) {
        // The paper runs several coroutines per core; here each thread has a core of its own.
        double cores = Math.max(1, (double) threads / ShermanCluster.THREADS);
        Profile machine =
                profile.with("host.cores", Math.ceil(profile.value("host.cores") * cores));
        try (ShermanCluster cluster = new ShermanCluster(machine, system, asPublished, keySpace)) {
            boolean onHost = system == ShermanSystem.FG_PLUS || system == ShermanSystem.COMBINE;
            if (!work.isContended()) {
                return cluster.measure(work, threads, together, WARM_UP_NANOS, WARM_UP_NANOS);
            }
            return onHost
                    ? cluster.measure(work, threads, together, SETTLING_NANOS, CONTENDED_NANOS)
                    : cluster.measure(work, threads, together, QUEUED_WARM_UP_NANOS, QUEUED_NANOS);
        }
    }

    /** Adds a note on the differences from the paper's data. */
    Reproduction scaled(Reproduction result) {
        return result.note(
                Text.text(
                        "%.2f M keys of the key space instead of 1,000 M, and caches that hold all"
                                + " inner pages, as the paper's nearly do; popularity falls over"
                                + " 1,000 M ranks, so that hot keys are as hot",
                        keySpace / 1e6));
    }
}
