package dev.mangrove.index.btree.cache;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.strings.KeyArena;

/**
 * How copies of inner pages hold their keys, as one thread uses them. The cache itself only knows a
 * copy's pointer, level and clock bit, see {@link CachedNode}.
 */
public interface NodeLayout {
    /** The layout for keys in an order. */
    static NodeLayout of(KeyOrder order) {
        return order instanceof KeyArena keys ? new StringNodes(keys) : WordNodes.INSTANCE;
    }

    /** Copies a stable page; the buffer holds its entries in order. */
    long[] copy(PageView page, EntryBuffer entries);

    /** Whether a key is within the bounds of a copy's page. */
    boolean covers(long[] node, long key);

    /** The child that covers a key; only if the node covers the key. */
    long child(long[] node, long key);

    /**
     * Puts the child that covers a key, and those after it in the direction of a scan, into an
     * array as far as they fit; those that begin behind the scan's last key are left out. Only if
     * the node covers the key.
     *
     * @return how many
     */
    int childrenFrom(long[] node, long key, long end, boolean descending, long[] into);

    /** Adds all children. */
    void children(long[] node, EntryBuffer into);
}
