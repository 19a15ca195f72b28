package dev.mangrove.check.ordered;

import dev.mangrove.check.CheckTarget;
import dev.mangrove.check.Coverage;
import dev.mangrove.check.Findings;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Machines;
import dev.mangrove.check.RandomCluster;
import dev.mangrove.check.SeedResult;
import dev.mangrove.check.Shape;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.InjectedFault;
import dev.mangrove.sim.Interleaving;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Random clients on an ordered index with tiny pages, in a pool of real memory servers. Single
 * operations are linearizable, ranges complete and in order, every operation ends in time, the tree
 * is sound at the end, and an operation fails only if a fault broke a connection.
 */
public final class OrderedCheck implements CheckTarget {
    private static final long SALT = 0x6f726465726564L;
    private static final long CARD_SALT = 0x63617264L;
    private static final long PAUSES_SALT = 0x706175736573L;
    private static final long PLACES_SALT = 0x706c61636573L;
    public static final EnumSet<Faults.Kind> BREAKING =
            EnumSet.of(
                    Faults.Kind.CUTS,
                    Faults.Kind.FLAPS,
                    Faults.Kind.LOSS,
                    Faults.Kind.SERVER_CRASH,
                    Faults.Kind.LOST_COMPLETIONS,
                    Faults.Kind.LONG_PAUSES);

    /** Faults that end a server; rarer than others, as the tree cannot be verified afterwards. */
    private static final EnumSet<Faults.Kind> FATAL =
            EnumSet.of(Faults.Kind.CUTS, Faults.Kind.SERVER_CRASH);

    private final Design design;
    private final boolean asPublished;
    private final InPlaceMode inPlace;
    private final OrderedSource source;
    private final Shape shape;

    /** The check of a design. */
    public OrderedCheck(Design design, boolean asPublished) {
        this(design, asPublished, InPlaceMode.BY_LOT);
    }

    /** The same with clients that work in place, or not. */
    public OrderedCheck(Design design, boolean asPublished, InPlaceMode inPlace) {
        this(
                design,
                asPublished,
                inPlace,
                asPublished ? OrderedSource.published(design) : OrderedSource.REAL);
    }

    /** The real index with runs of a shape of their own. */
    public OrderedCheck(Design design, InPlaceMode inPlace, Shape shape) {
        this(design, false, inPlace, OrderedSource.REAL, shape);
    }

    /** The same with another index, to see whether the check finds what is wrong with it. */
    public OrderedCheck(
            Design design, boolean asPublished, InPlaceMode inPlace, OrderedSource source) {
        this(design, asPublished, inPlace, source, Shape.AS_DRAWN);
    }

    private OrderedCheck(
            Design design,
            boolean asPublished,
            InPlaceMode inPlace,
            OrderedSource source,
            Shape shape) {
        if (asPublished && (design == Design.COARSE || design == Design.HYBRID)) {
            throw new IllegalArgumentException(
                    "published protocols are those of fine, sherman and cell, not of "
                            + design.text());
        }
        this.design = design;
        this.asPublished = asPublished;
        this.inPlace = inPlace;
        this.source = source;
        this.shape = shape;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public String options() {
        return inPlace.after("--design " + design.text() + (asPublished ? " --as-published" : ""));
    }

    @Override
    public SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines) {
        SplittableRandom lots = new SplittableRandom(seed ^ SALT);
        Profile profile =
                RandomCluster.card(
                        RandomCluster.profile(lots), new SplittableRandom(seed ^ CARD_SALT));
        InPlaceMode mode = asPublished ? InPlaceMode.NEVER : inPlace;
        SplittableRandom places = new SplittableRandom(seed ^ PLACES_SALT);
        @Nullable Interleaving interleaving = mode.draw(places);
        boolean inMemory = interleaving != null && !mode.isByVerbs();
        if (inMemory) {
            profile = InPlaceMode.profile(profile, places);
        }
        Faults drawn = faults(faults, seed, lots);
        Shape ofRun = source.shape(seed, shape);
        OrderedPlan plan = OrderedPlan.draw(design, asPublished, ofRun, lots);
        Findings findings = new Findings();
        Coverage.begin();
        OrderedJournal journal =
                new OrderedJournal(
                        findings,
                        drawn.kinds().stream().anyMatch(BREAKING::contains),
                        ofRun.isShortOfMemory(),
                        lines);
        try (SimCluster cluster = new SimCluster(profile, seed, drawn, 0, lines)) {
            if (interleaving != null) {
                cluster.interleave(interleaving);
            }
            Machines machines = new Machines(cluster, inMemory ? places : null);
            new OrderedTrial(cluster, machines, source, plan, journal).run();
            return new SeedResult(
                    findings.operations(),
                    findings.violations(),
                    journal.undecided(),
                    cluster.trace().hash(),
                    Coverage.of(
                            cluster,
                            fault -> fault.isAmong(faults) && mode.allows(fault) && canHave(fault),
                            branch -> mode.allows(branch) && canTake(branch)),
                    journal.everything());
        }
    }

    /** Half of the faults that are allowed, those that end a server and long pauses less often. */
    public static Faults faults(Faults allowed, long seed, SplittableRandom lots) {
        EnumSet<Faults.Kind> kinds = EnumSet.noneOf(Faults.Kind.class);
        kinds.addAll(RandomCluster.faults(allowed, lots).kinds());
        for (Faults.Kind kind : FATAL) {
            if (lots.nextBoolean()) {
                kinds.remove(kind);
            }
        }
        return RandomCluster.withLongPauses(
                new Faults(kinds), allowed, new SplittableRandom(seed ^ PAUSES_SALT));
    }

    /**
     * Whether runs of the design can take a branch. Only sherman queues for latches. Where servers
     * change trees, clients hold none, count no leaves by their outlines, and what a server has
     * begun ends with it; a load is one request there, before other clients know the index, and in
     * cell others leave it to the thread that has begun it. Where clients change trees, servers
     * read no leaves. Lack of memory needs a shape.
     */
    private boolean canTake(RareBranch branch) {
        return source.canTake(branch) && hasBranch(branch);
    }

    private boolean hasBranch(RareBranch branch) {
        return switch (branch) {
            case LATCH_HANDED_ON -> design == Design.SHERMAN;
            case SENT_ELSEWHERE,
                    SEPARATOR_DELIVERED,
                    TREE_SPREAD,
                    TREE_EXTENDED,
                    PAGE_MOVED,
                    MOVE_REFUSED,
                    MOVE_GIVEN_UP,
                    MOVE_COMPLETED,
                    GONE_PAGE_WITHDRAWN,
                    MEGANODES_GATHERED,
                    MEGANODES_REPLACED,
                    MEGANODE_PLACED,
                    MEGANODE_COMPLETED,
                    PATH_FOLLOWED,
                    PATH_STALE,
                    PATH_EVICTED ->
                    design == Design.CELL;
            case EXPIRY_UNJUDGED, EXPIRY_JUDGED_AGAIN, EXPIRED_DELETED -> design == Design.CELL;
            case GET_REPEATED, SCAN_REPEATED -> !inPlace.isByVerbs() || design.isChangedByServers();
            case SEPARATOR_NOT_POSTED -> shape.isShortOfMemory();
            case COUNT_REPEATED,
                    CHANGE_REPEATED,
                    LATCH_AWAITED,
                    BATCH_ENTRY_ALONE,
                    HOLDER_ASKED_FOR,
                    HOLDER_KEPT_OUT,
                    LATCH_TAKEN_OVER,
                    SPLIT_FINISHED,
                    MERGE_COMPLETED,
                    MERGE_UNDONE ->
                    !design.isChangedByServers();
            case LOAD_COMPLETED -> !design.isChangedByServers();
            case LOAD_UNDONE -> false; // Between two stores of a load: see PagesCheck.
            case FIRST_ENTRY_COVERED -> false; // Of a separator that came late: see MeganodesCheck.
            default -> branch.kind() != RareBranch.Kind.SPATIAL;
        };
    }

    /**
     * Whether runs of the design can have a fault. Clients use no atomics where servers change
     * trees. Servers of fine and sherman only grant memory: they never load or store in it.
     */
    private boolean canHave(InjectedFault fault) {
        return source.canHave(fault)
                && switch (fault) {
                    case LOST_COMPLETION -> !design.isChangedByServers();
                    case SERVER_CRASH_IN_PLACE ->
                            design.isChangedByServers() || design == Design.HYBRID;
                    default -> true;
                };
    }
}
