package dev.mangrove.check.ordered;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * A few clients change and read a page or two by verbs, on a fabric that promises nothing of the
 * order of WRITEs and keeps only words whole. {@link OrderedCheck} rarely draws such a fabric, and
 * its clients rarely read a slot while another client fills it. The promises are the same.
 */
public final class WritesCheck implements CheckTarget {
    /** The name on the command line. */
    public static final String NAME = "writes";

    private static final long SALT = 0x777269746573L;

    /** Creates the check. */
    public WritesCheck() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        Profile profile =
                RandomCluster.profile(lots)
                        .with("promise.ordered_writes", 0)
                        .with("promise.read_atomicity", Long.BYTES);
        Faults drawn = faults(faults, lots);
        OrderedPlan plan = OrderedPlan.drawWrites(lots);
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal = new OrderedJournal(findings, false, false, lines);
        try (SimCluster cluster = new SimCluster(profile, seed, drawn, 0, lines)) {
            Machines machines = new Machines(cluster, null);
            new OrderedTrial(cluster, machines, OrderedSource.REAL, plan, journal).run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    journal.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(
                            cluster,
                            fault -> !fault.isInPlace() && fault.isAmong(drawn),
                            WritesCheck::canTake),
                    journal.everything());
        }
    }

    /** WRITEs are reordered in each run; transfers tear in half of them. */
    private static Faults faults(Faults allowed, SplittableRandom lots) {
        EnumSet<Faults.Kind> kinds = EnumSet.of(Faults.Kind.REORDERED_WRITES);
        if (lots.nextBoolean()) {
            kinds.add(Faults.Kind.TORN_READS);
        }
        if (lots.nextBoolean()) {
            kinds.add(Faults.Kind.TORN_WRITES);
        }
        kinds.removeIf(kind -> !allowed.has(kind));
        return new Faults(kinds);
    }

    private static boolean canTake(RareBranch branch) {
        return branch == RareBranch.COPY_TORN || branch == RareBranch.LATCH_AWAITED;
    }
}
