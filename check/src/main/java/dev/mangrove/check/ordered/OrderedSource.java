package dev.mangrove.check.ordered;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.published.Published;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.sim.InjectedFault;

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

    /** The real one, read and changed by the published protocol of a design. */
    static OrderedSource published(Design design) {
        return new OrderedSource() {
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

    /** The name of its check on the command line. */
    default String name() {
        return "ordered";
    }

    /** Whether an index of this kind has a branch at all. */
    default boolean canTake(RareBranch branch) {
        return true;
    }

    /** Whether clients of an index of this kind can meet a fault at all. */
    default boolean canHave(InjectedFault fault) {
        return true;
    }

    /** Virtual time after which clients that have not ended are taken to wait for ever. */
    default long longestRunNanos() {
        return 20_000_000_000L;
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
