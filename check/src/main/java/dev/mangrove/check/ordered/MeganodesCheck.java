package dev.mangrove.check.ordered;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.Interleaving.Stores;
import dev.mangrove.sim.SimCluster;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A tree of a few small meganodes at two servers, whose threads step in between each other's loads
 * and stores while they split, merge and move its pages. Other clients post separators late, when
 * their pages have moved or died. {@link OrderedCheck} rarely has merges, splits, moves and late
 * separators in one place at the same time. The promises are the same; no connection breaks, so
 * that no page may be lost.
 */
public final class MeganodesCheck implements CheckTarget {
    /** The name on the command line. */
    public static final String NAME = "meganodes";

    private static final long SALT = 0x6d6567616e6f6465L;
    private static final int[] SWITCH_ONE_IN = {2, 8, 32};

    /** Chosen: up to the time of several moves of a page. */
    private static final long[] LONGEST_NANOS = {2_000, 20_000, 100_000};

    /** Creates the check. */
    public MeganodesCheck() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        Interleaving interleaving =
                new Interleaving(
                        SWITCH_ONE_IN[lots.nextInt(SWITCH_ONE_IN.length)],
                        LONGEST_NANOS[lots.nextInt(LONGEST_NANOS.length)],
                        Stores.AT_ONCE);
        OrderedPlan plan = OrderedPlan.drawMeganodes(lots);
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal = new OrderedJournal(findings, false, false, lines);
        try (SimCluster cluster =
                new SimCluster(RandomCluster.profile(lots), seed, Faults.NONE, 0, lines)) {
            cluster.interleave(interleaving);
            Machines machines = new Machines(cluster, null);
            new OrderedTrial(cluster, machines, OrderedSource.REAL, plan, journal).run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    journal.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(cluster, fault -> false, MeganodesCheck::canTake),
                    journal.everything());
        }
    }

    private static boolean canTake(RareBranch branch) {
        return switch (branch) {
            case SEPARATOR_DELIVERED,
                    PAGE_MOVED,
                    MOVE_REFUSED,
                    MERGE_GIVEN_UP,
                    SENT_ELSEWHERE,
                    GONE_PAGE_WITHDRAWN,
                    FIRST_ENTRY_COVERED ->
                    true;
            default -> false;
        };
    }
}
