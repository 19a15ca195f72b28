package dev.mangrove.check.ordered;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A few clients replace and read long values of hardly any keys, and half of the values expire
 * within some operations. So extents are used again while readers copy them, and entries expire
 * while writers replace them; in {@link OrderedCheck} both are rare. The promises are the same.
 */
public final class ExtentsCheck implements CheckTarget {
    /** The name on the command line. */
    public static final String NAME = "extents";

    private static final long SALT = 0x657874656e7473L;

    private final Function<Design, OrderedSource> sources;
    private final @Nullable Design design;

    /**
     * Creates the check of designs in which clients change pages, drawn from the seed.
     *
     * @param sources the indexes of byte strings, by design
     */
    public ExtentsCheck(Function<Design, OrderedSource> sources) {
        this(sources, null);
    }

    /** The same of one design; null if the seed draws it. */
    public ExtentsCheck(Function<Design, OrderedSource> sources, @Nullable Design design) {
        this.sources = sources;
        this.design = design;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String options() {
        return design == null ? "" : "--design " + design.text();
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        @Nullable Interleaving interleaving = InPlaceMode.BY_LOT.draw(lots);
        boolean inPlace = interleaving != null;
        Profile profile = RandomCluster.profile(lots);
        Faults drawn = faults(faults, lots);
        OrderedPlan plan = OrderedPlan.drawExtents(lots, design);
        OrderedSource source = sources.apply(plan.options().design());
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal = new OrderedJournal(findings, false, false, lines);
        try (SimCluster cluster =
                new SimCluster(
                        inPlace ? InPlaceMode.profile(profile, lots) : profile,
                        seed,
                        drawn,
                        0,
                        lines)) {
            if (interleaving != null) {
                cluster.interleave(interleaving);
            }
            Machines machines = new Machines(cluster, inPlace ? lots : null);
            new OrderedTrial(cluster, machines, source, plan, journal).run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    journal.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(cluster, fault -> false, this::canTake),
                    journal.everything());
        }
    }

    /** Faults that break no connection: after one of those a change may happen or not. */
    private static Faults faults(Faults allowed, SplittableRandom lots) {
        EnumSet<Faults.Kind> kinds =
                EnumSet.of(
                        Faults.Kind.TORN_READS,
                        Faults.Kind.TORN_WRITES,
                        Faults.Kind.REORDERED_WRITES,
                        Faults.Kind.PAUSES,
                        Faults.Kind.SLOW_HOSTS);
        kinds.removeIf(kind -> lots.nextBoolean() || !allowed.has(kind));
        return new Faults(kinds);
    }

    private boolean canTake(RareBranch branch) {
        return switch (branch) {
            case EXPIRED_FOUND, EXPIRED_REPLACED -> true;
            case LATCH_AWAITED -> design != Design.CELL;
            case EXPIRY_UNJUDGED, EXPIRY_JUDGED_AGAIN, EXPIRED_DELETED -> design == Design.CELL;
            default -> false;
        };
    }
}
