package dev.mangrove.index.rtree.page;

import java.lang.foreign.MemorySegment;

/** Whether a copy of a page is of one piece. */
public final class NodeCopy {
    private NodeCopy() {}

    /** Of a copy whose lines are whole: all stamps are equal, and no line is being changed. */
    public static boolean hasEqualStamps(MemorySegment memory, long base, int pageSize) {
        long stamp = Node.word(memory, base);
        long difference = 0;
        for (int line = Node.LINE; line < pageSize; line += Node.LINE) {
            difference |= Node.word(memory, base + line) ^ stamp;
        }
        return NodeStamp.isDead(stamp) || (difference == 0 && !NodeStamp.isBusy(stamp));
    }

    /** Of a copy whose words are whole: the header's stamp did not change while it was made. */
    public static boolean isBetweenEquals(
            long before, MemorySegment memory, long base, long after) {
        long stamp = Node.word(memory, base);
        return before == after && before == stamp && !NodeStamp.isBusy(stamp);
    }

    /** Whether a copied line is that of an anchor. */
    public static boolean isAnchor(MemorySegment memory, long base, int tag) {
        return Node.word(memory, base + Node.KIND) == Node.kind(tag, Node.ANCHOR);
    }

    /** A word of what was read. */
    public static long word(MemorySegment memory, long offset) {
        return Node.word(memory, offset);
    }
}
