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
        if (name != null) {
            throw new UnsupportedOperationException(name);
        }
    }

    /**
     * Opens a view of an index for the session's thread. The session becomes the view's own and is
     * closed with it.
     */
    public static OrderedIndex open(Session session, String name, ViewOptions options) {
        if (name != null) {
            throw new UnsupportedOperationException(name);
        }
        throw new IllegalArgumentException();
    }
}
