package dev.mangrove.check.spatial;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.Interleaving.Stores;
import dev.mangrove.sim.SimCluster;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Clients count objects in windows by reading pages, while others insert, move and delete objects
 * of a small tree, and its server stops between any two stores. {@link SpatialCheck} rarely has a
 * leaf that grows between the look at its parent and the look at itself. The promises are the same;
 * no connection breaks.
 */
public final class WindowCountsCheck implements CheckTarget {
    /** The name on the command line. */
    public static final String NAME = "window-counts";

    private static final long SALT = 0x77696e646f77L;
    private static final int[] SWITCH_ONE_IN = {2, 8, 32};

    /** Chosen: up to the time of a count. */
    private static final long[] LONGEST_NANOS = {2_000, 20_000};

    /** Creates the check. */
    public WindowCountsCheck() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        SpatialPlan plan = SpatialPlan.drawCounts(lots);
        Interleaving interleaving =
                new Interleaving(
                        SWITCH_ONE_IN[lots.nextInt(SWITCH_ONE_IN.length)],
                        LONGEST_NANOS[lots.nextInt(LONGEST_NANOS.length)],
                        Stores.AT_ONCE);
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal = new OrderedJournal(findings, false, false, lines);
        try (SimCluster cluster =
                new SimCluster(RandomCluster.profile(lots), seed, Faults.NONE, 0, lines)) {
            cluster.interleave(interleaving);
            SpatialTrial trial =
                    new SpatialTrial(cluster, new Machines(cluster, null), plan, journal);
            trial.run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    trial.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(
                            cluster, fault -> false, branch -> branch == RareBranch.SUMMARIES_READ),
                    trial.history().operations());
        }
    }
}
