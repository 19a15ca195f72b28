package dev.mangrove.check.spatial;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.Shape;
import dev.mangrove.check.ordered.OrderedCheck;
import dev.mangrove.check.ordered.OrderedJournal;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.InjectedFault;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Random clients on a spatial index with tiny pages, some of which search by message and others by
 * reading pages. Changes are linearizable per object, searches miss nothing and return nothing
 * twice or wrongly, payloads are those of their objects, every operation ends in time, the tree is
 * sound at the end, and an operation fails only if a fault broke a connection.
 */
public final class SpatialCheck implements CheckTarget {
    private static final long SALT = 0x7370617469616cL;
    private static final long PLACES_SALT = 0x706c61636573L;

    private final SpatialDesign design;
    private final boolean asPublished;
    private final InPlaceMode inPlace;
    private final Shape shape;

    /** The check of a tree. */
    public SpatialCheck(SpatialDesign design, boolean asPublished) {
        this(design, asPublished, InPlaceMode.BY_LOT);
    }

    /** The same with clients that search in place, or not. */
    public SpatialCheck(SpatialDesign design, boolean asPublished, InPlaceMode inPlace) {
        this(design, asPublished, inPlace, Shape.AS_DRAWN);
    }

    /** The same with runs of a shape of their own. */
    public SpatialCheck(
            SpatialDesign design, boolean asPublished, InPlaceMode inPlace, Shape shape) {
        this.design = design;
        this.asPublished = asPublished;
        this.inPlace = inPlace;
        this.shape = shape;
    }

    @Override
    public String name() {
        return "spatial";
    }

    @Override
    public String options() {
        return inPlace.after("--tree " + design.text() + (asPublished ? " --as-published" : ""));
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        Profile profile = RandomCluster.profile(lots);
        InPlaceMode mode = asPublished ? InPlaceMode.NEVER : inPlace;
        SplittableRandom places = new SplittableRandom(seed ^ PLACES_SALT);
        @Nullable Interleaving interleaving = mode.draw(places);
        boolean inMemory = interleaving != null && !mode.isByVerbs();
        if (inMemory) {
            profile = InPlaceMode.profile(profile, places);
        }
        Faults drawn = OrderedCheck.faults(faults, seed, lots);
        SpatialPlan plan = SpatialPlan.draw(design, asPublished, shape, lots);
        Findings findings = new Findings();
        Coverage.begin();
        boolean breaking = drawn.kinds().stream().anyMatch(OrderedCheck.BREAKING::contains);
        OrderedJournal journal =
                new OrderedJournal(findings, breaking, shape.isShortOfMemory(), lines);
        try (SimCluster cluster = new SimCluster(profile, seed, drawn, 0, lines)) {
            if (interleaving != null) {
                cluster.interleave(interleaving);
            }
            Machines machines = new Machines(cluster, inMemory ? places : null);
            SpatialTrial trial = new SpatialTrial(cluster, machines, plan, journal);
            trial.run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    trial.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(
                            cluster,
                            fault -> fault.isAmong(faults) && mode.allows(fault) && canHave(fault),
                            branch -> mode.allows(branch) && canTake(branch)),
                    trial.history().operations());
        }
    }

    /** Whether runs can take a branch; a move is cancelled only for lack of memory. */
    private boolean canTake(RareBranch branch) {
        return branch == RareBranch.MOVE_CANCELLED
                ? shape.isShortOfMemory()
                : branch.kind() == RareBranch.Kind.SPATIAL;
    }

    /** Whether runs can have a fault; clients only READ, and servers make all changes. */
    private static boolean canHave(InjectedFault fault) {
        return fault != InjectedFault.TORN_WRITE
                && fault != InjectedFault.REORDERED_WRITE
                && fault != InjectedFault.LOST_COMPLETION;
    }
}
