package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.published.Published;
import dev.mangrove.bench.published.RangeLock;
import dev.mangrove.check.MemoryFiller;
import dev.mangrove.check.Shape;
import dev.mangrove.index.btree.IndexBalance;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.Plugin;
import dev.mangrove.sim.InjectedFault;

import java.util.List;
import java.util.random.RandomGenerator;

/** Where the ordered index under check comes from. */
public interface OrderedSource {
    /** The real one. */
    OrderedSource REAL =
            new OrderedSource() {
                @Override
                public void create(Mangrove mangrove, String name, OrderedOptions options) {
                    try (Session session = ClientAccess.of(mangrove).session()) {
                        OrderedIndexes.create(session, name, options);
                    }
                }

                @Override
                public OrderedIndex open(Mangrove mangrove, String name, ViewOptions options) {
                    return mangrove.openOrdered(name, options);
                }

                @Override
                public OrderedIndex openAlone(Mangrove mangrove, String name, ViewOptions options) {
                    return OrderedIndexes.open(ClientAccess.of(mangrove).session(), name, options);
                }
            };

    /**
     * The real one, read and changed by the published protocol of a design. Half of the clients
     * that move meganodes of design cell forget that clients read the old pages.
     */
    static OrderedSource published(Design design) {
        return new OrderedSource() {
            @Override
            public List<Plugin> plugins() {
                return design == Design.CELL ? List.of(new RangeLock()) : List.of();
            }

            @Override
            public Mover mover(
                    Mangrove mangrove, String name, OrderedOptions options, RandomGenerator lots) {
                return Mover.rangeLocked(mangrove, name, options, lots.nextBoolean());
            }

            @Override
            public void create(Mangrove mangrove, String name, OrderedOptions options) {
                REAL.create(mangrove, name, options);
            }

            @Override
            public OrderedIndex open(Mangrove mangrove, String name, ViewOptions options) {
                return Published.openOrdered(
                        ClientAccess.of(mangrove).session(), name, design, options);
            }
        };
    }

    /**
     * The real one, whose meganodes move under a lock of their key range.
     *
     * @param invalidates whether old pages are marked as dead before the lock ends
     */
    static OrderedSource rangeLocked(boolean invalidates) {
        return new OrderedSource() {
            @Override
            public void create(Mangrove mangrove, String name, OrderedOptions options) {
                REAL.create(mangrove, name, options);
            }

            @Override
            public OrderedIndex open(Mangrove mangrove, String name, ViewOptions options) {
                return REAL.openAlone(mangrove, name, options);
            }

            @Override
            public List<Plugin> plugins() {
                return List.of(new RangeLock());
            }

            @Override
            public Mover mover(
                    Mangrove mangrove, String name, OrderedOptions options, RandomGenerator lots) {
                return Mover.rangeLocked(mangrove, name, options, invalidates);
            }
        };
    }

    /** Plugins of the servers. */
    default List<Plugin> plugins() {
        return List.of();
    }

    /** Opens an index of design cell to move its meganodes. */
    default Mover mover(
            Mangrove mangrove, String name, OrderedOptions options, RandomGenerator lots) {
        return Mover.pageByPage(mangrove, balance(mangrove, name), KeyCopy::of);
    }

    /** Opens an index of design cell to look at its meganodes. */
    default IndexBalance balance(Mangrove mangrove, String name) {
        return OrderedIndexes.balance(ClientAccess.of(mangrove).session(), name);
    }

    /** The name of its check on the command line. */
    default String name() {
        return "ordered";
    }

    /** The shape of the runs of a seed, given that of the check. */
    default Shape shape(long seed, Shape ofCheck) {
        return ofCheck;
    }

    /** Takes all memory of the servers but a little for an index, for runs that are short of it. */
    default void takeMemory(Mangrove mangrove, String name, int servers, int freePages) {
        MemoryFiller.fill(mangrove, servers, name, freePages);
    }

    /** Whether an index of this kind has a branch at all. */
    default boolean canTake(RareBranch branch) {
        return branch.kind() == RareBranch.Kind.ORDERED;
    }

    /** Whether clients of an index of this kind can meet a fault at all. */
    default boolean canHave(InjectedFault fault) {
        return true;
    }

    /**
     * Virtual time after which clients that have not ended are taken to wait for ever. Chosen: a
     * last client that empties the index alone, suspended in many of its accesses in place, takes
     * up to 40 s.
     */
    default long longestRunNanos() {
        return 120_000_000_000L;
    }

    /** Whether clients may leave something behind that {@link #freeLost} frees. */
    default boolean mayLose() {
        return false;
    }

    /**
     * Frees what clients that are gone have left behind; returns what is left of it, while there is
     * no other client.
     */
    default long freeLost(Mangrove mangrove, String name) {
        return 0;
    }

    /** Removes expired entries, where a client does that; returns their number. */
    default long sweep(Mangrove mangrove, String name) {
        return 0;
    }

    /** Merges sparse leaves, where a client does that; returns the number of merges. */
    default long mergeSparse(Mangrove mangrove, String name) {
        return 0;
    }

    /** Creates an empty index. */
    void create(Mangrove mangrove, String name, OrderedOptions options);

    /** Opens a view of it for the calling thread. */
    OrderedIndex open(Mangrove mangrove, String name, ViewOptions options);

    /** Opens a view, but starts no thread that maintains the index. */
    default OrderedIndex openAlone(Mangrove mangrove, String name, ViewOptions options) {
        return open(mangrove, name, options);
    }
}
