package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeShape;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfLong;
import java.nio.ByteOrder;

/**
 * A page of a tree that holds no node but words for its server: objects of a bulk load, or part of
 * the directory. So these are limited by the memory that the server grants, not by its heap. The
 * header line stays that of a free page: a thread that follows a stale pointer finds the page free,
 * and may acquire and release the latch there.
 */
public final class PageWords {
    private static final OfLong WORD =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private PageWords() {}

    /** Words of a page. */
    public static int perPage(NodeShape shape) {
        return (shape.pageSize() - Node.LINE) / Long.BYTES;
    }

    public static long get(MemorySegment memory, long page, int word) {
        return memory.get(WORD, offset(page, word));
    }

    public static void set(MemorySegment memory, long page, int word, long value) {
        memory.set(WORD, offset(page, word), value);
    }

    private static long offset(long page, int word) {
        return RTree.offset(page) + Node.LINE + (long) word * Long.BYTES;
    }
}
