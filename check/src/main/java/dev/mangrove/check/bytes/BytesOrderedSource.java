package dev.mangrove.check.bytes;

import dev.mangrove.Mangrove;
import dev.mangrove.check.MemoryFiller;
import dev.mangrove.check.Shape;
import dev.mangrove.check.bytes.BytesAsOrdered.Values;
import dev.mangrove.check.ordered.Mover;
import dev.mangrove.check.ordered.OrderedSource;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.Plugin;
import dev.mangrove.sim.InjectedFault;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Indexes of byte strings in the place of ordered indexes. */
public final class BytesOrderedSource implements OrderedSource {
    /** The check's name on the command line. */
    public static final String NAME = "bytes";

    private static final long MEMORY_SALT = 0x6d656d6f7279L;

    /** Runs of design cell that are short of memory. Chosen: most runs have enough. */
    private static final int SHORT_OF_MEMORY_ONE_IN = 4;

    private static final int MOST_SERVERS_SHORT_OF_MEMORY = 2;
    private static final int FEWEST_FREE_PAGES = 6;

    private final Design design;
    private final Values values;

    /** Indexes of a design, with values of all lengths. */
    public BytesOrderedSource(Design design) {
        this(design, Values.ANY);
    }

    private BytesOrderedSource(Design design, Values values) {
        this.design = design;
        this.values = values;
    }

    /** Indexes of a design that clients change, with long values of which many expire soon. */
    public static BytesOrderedSource ofLongValues(Design design) {
        return new BytesOrderedSource(design, Values.LONG);
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * In design cell servers write long keys, and may have no memory for them. The other designs
     * are short of memory in no run: clients that are refused it say so in many ways.
     */
    @Override
    public Shape shape(long seed, Shape ofCheck) {
        SplittableRandom lots = new SplittableRandom(seed ^ MEMORY_SALT);
        if (design != Design.CELL
                || values != Values.ANY
                || lots.nextInt(SHORT_OF_MEMORY_ONE_IN) != 0) {
            return ofCheck;
        }
        return new Shape(
                MemoryFiller.PAGE_BYTES,
                0,
                1 + lots.nextInt(MOST_SERVERS_SHORT_OF_MEMORY),
                FEWEST_FREE_PAGES
                        + lots.nextInt(MemoryFiller.PAGES_OF_A_SLICE - FEWEST_FREE_PAGES));
    }

    /** Leaves a slice for pages, and one for extents, or for whatever takes it first. */
    @Override
    public void takeMemory(Mangrove mangrove, String name, int servers, int freePages) {
        MemoryFiller.fill(mangrove, servers, _ -> 2);
    }

    /**
     * Counts of byte strings read leaves, not their outlines. In design cell a tree begins as one
     * meganode, clients have no paths, and keepers merge no leaves.
     */
    @Override
    public boolean canTake(RareBranch branch) {
        return switch (branch) {
            case COUNT_REPEATED -> false;
            case SPARSE_LEAF_MERGED -> isSpread() && design != Design.CELL;
            case TREE_SPREAD, TREE_EXTENDED, PATH_FOLLOWED, PATH_STALE, PATH_EVICTED -> false;
            default -> isSpread() || branch == RareBranch.SEPARATOR_NOT_POSTED;
        };
    }

    private boolean isSpread() {
        return design != Design.COARSE;
    }

    /** In design coarse clients READ only the root slot by verbs, a line. */
    @Override
    public boolean canHave(InjectedFault fault) {
        return isSpread()
                || (fault != InjectedFault.TORN_READ
                        && fault != InjectedFault.TORN_WRITE
                        && fault != InjectedFault.REORDERED_WRITE);
    }

    @Override
    public void create(Mangrove mangrove, String name, OrderedOptions options) {
        try (Session session = ClientAccess.of(mangrove).session()) {
            int meganodeLevel = 1 + options.headInterval() % 2; // The smaller, the more meganodes.
            BytesIndexes.create(
                    session, name, options(options), options.techniques(), meganodeLevel);
        }
    }

    @Override
    public OrderedIndex open(Mangrove mangrove, String name, ViewOptions options) {
        return new BytesAsOrdered(mangrove.openBytes(name), values);
    }

    @Override
    public OrderedIndex openAlone(Mangrove mangrove, String name, ViewOptions options) {
        Session session = ClientAccess.of(mangrove).session();
        return new BytesAsOrdered(BytesIndexes.open(session, name), values);
    }

    @Override
    public IndexBalance balance(Mangrove mangrove, String name) {
        return BytesIndexes.balance(ClientAccess.of(mangrove).session(), name);
    }

    @Override
    public Mover mover(
            Mangrove mangrove, String name, OrderedOptions options, RandomGenerator lots) {
        return Mover.pageByPage(
                mangrove, balance(mangrove, name), key -> KeyCopy.of(HardStrings.key(key)));
    }

    @Override
    public List<Plugin> plugins() {
        return isSpread() ? List.of(new FastClock()) : List.of();
    }

    @Override
    public long sweep(Mangrove mangrove, String name) {
        if (!isSpread()) {
            return 0;
        }
        try (Session session = ClientAccess.of(mangrove).session()) {
            return BytesIndexes.sweep(session, name);
        }
    }

    @Override
    public long mergeSparse(Mangrove mangrove, String name) {
        if (!isSpread()) {
            return 0;
        }
        try (Session session = ClientAccess.of(mangrove).session()) {
            return BytesIndexes.mergeSparse(session, name);
        }
    }

    @Override
    public boolean mayLose() {
        return isSpread();
    }

    @Override
    public long freeLost(Mangrove mangrove, String name) {
        if (!isSpread()) {
            return 0;
        }
        try (Session session = ClientAccess.of(mangrove).session()) {
            return BytesIndexes.freeLost(session, name);
        }
    }

    private BytesOptions options(OrderedOptions options) {
        if (isSpread()) {
            int most = StringFormat.fanout(options.pageSize());
            return new BytesOptions(
                    design, options.pageSize(), Math.min(options.fanout(), most), List.of());
        }
        int fanout = Math.min(options.fanout(), BytesPage.slots(options.pageSize()));
        Partitioning shares = options.partitioning();
        List<byte[]> bounds =
                shares == null || shares.hashed()
                        ? List.of()
                        : shares.bounds().stream().map(HardStrings::key).toList();
        return new BytesOptions(options.pageSize(), fanout, bounds);
    }
}
