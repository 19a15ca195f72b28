package dev.mangrove.index.rtree.page;

import java.lang.foreign.MemorySegment;

/** Checks copies of pages for consistency. */
public final class NodeCopy {
    private NodeCopy() {}

    /** For READs that keep lines whole: whether all stamps are equal and not BUSY. */
    public static boolean hasEqualStamps(MemorySegment memory, long base, int pageSize) {
        long stamp = Node.word(memory, base);
        long difference = 0;
        for (int line = Node.LINE; line < pageSize; line += Node.LINE) {
            difference |= Node.word(memory, base + line) ^ stamp;
        }
        return NodeStamp.isDead(stamp) || (difference == 0 && !NodeStamp.isBusy(stamp));
    }

    /**
     * For READs that keep only words whole: whether the header's stamp did not change during the
     * copy.
     */
    public static boolean isBetweenEquals(
            long before, MemorySegment memory, long base, long after) {
        long stamp = Node.word(memory, base);
        return before == after && before == stamp && !NodeStamp.isBusy(stamp);
    }

    /** Whether a copied line is that of an anchor. */
    public static boolean isAnchor(MemorySegment memory, long base, int tag) {
        return Node.word(memory, base + Node.KIND) == Node.kind(tag, Node.ANCHOR);
    }

    /** A word of a copy. */
    public static long word(MemorySegment memory, long offset) {
        return Node.word(memory, offset);
    }
}
