package dev.mangrove.reproduce.sherman;

import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Text;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

/** Runs systems under workloads on the Sherman paper's cluster, each from a freshly loaded tree. */
final class ShermanRuns {
    /** Keys of the key space; the paper has a thousand million. */
    static final long KEY_SPACE = 1_500_000;

    private static final String PROFILE = "sherman-cx5";
    private static final long WARM_UP_NANOS = 1_000_000;

    /** Where latches of main memory are fought for, waits of tens of milliseconds must settle. */
    private static final long SETTLING_NANOS = 60_000_000;

    private static final long CONTENDED_NANOS = 200_000_000;
    private static final long QUEUED_WARM_UP_NANOS = 4_000_000;
    private static final long QUEUED_NANOS = 12_000_000;

    private final Profile profile;
    private final long keySpace;

    /** On the published cluster, or on another profile. */
    ShermanRuns(@Nullable String profile, long keySpace) {
        this.profile = Profile.named(profile == null ? PROFILE : profile);
        this.keySpace = keySpace;
    }

    /** A system under a workload. */
    ShermanPoint run(ShermanSystem system, ShermanWork work) {
        return run(system, work, ShermanCluster.THREADS, false);
    }

    /**
     * A system under a workload.
     *
     * @param threads clients of each host; more of them share its card, but not its cores
     * @param asPublished whether copies are checked at their ends only, and latches have no leases
     */
    ShermanPoint run(ShermanSystem system, ShermanWork work, int threads, boolean asPublished) {
        // Of coroutines, more than one to a core wait for the card at the same time.
        double cores = Math.max(1, (double) threads / ShermanCluster.THREADS);
        Profile machine =
                profile.with("host.cores", Math.ceil(profile.value("host.cores") * cores));
        try (ShermanCluster cluster = new ShermanCluster(machine, system, asPublished, keySpace)) {
            boolean onHost = system == ShermanSystem.FG_PLUS || system == ShermanSystem.COMBINE;
            if (!work.isContended()) {
                return cluster.measure(work, threads, WARM_UP_NANOS, WARM_UP_NANOS);
            }
            return onHost
                    ? cluster.measure(work, threads, SETTLING_NANOS, CONTENDED_NANOS)
                    : cluster.measure(work, threads, QUEUED_WARM_UP_NANOS, QUEUED_NANOS);
        }
    }

    /** Says how the data differs from the paper's. */
    Reproduction scaled(Reproduction result) {
        return result.note(
                Text.text(
                        "%.2f M keys of the key space instead of 1,000 M, and caches that hold all"
                                + " inner pages, as the paper's nearly do; popularity falls over"
                                + " 1,000 M ranks, so that hot keys are as hot",
                        keySpace / 1e6));
    }
}
