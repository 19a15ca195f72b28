package dev.mangrove.index.btree;

import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.Session;

/** Makes ordered indexes and opens views of them. */
public final class OrderedIndexes {
    private OrderedIndexes() {}

    /** Creates an empty index. */
    public static void create(Session session, String name, OrderedOptions options) {
        throw new UnsupportedOperationException(session + name + options);
    }

    /**
     * Opens a view of an index for the session's thread. The session becomes the view's own and is
     * closed with it.
     */
    public static OrderedIndex open(Session session, String name, ViewOptions options) {
        throw new UnsupportedOperationException(session + name + options);
    }
}
