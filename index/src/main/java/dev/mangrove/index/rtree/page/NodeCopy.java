package dev.mangrove.index.rtree.page;

import dev.mangrove.fabric.transfer.RowMask;

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
     * For gathers that guard rows by their first word: bytes of a row. A page is one row, guarded
     * by the header's stamp, if a row may have so many bytes; else each line is, guarded by its
     * own.
     */
    public static int rowBytes(int pageSize) {
        return pageSize <= RowMask.LARGEST_GUARDED_ROW ? pageSize : Node.LINE;
    }

    /**
     * For such gathers: whether the copy is consistent.
     *
     * @param tornRows rows whose guard changed while they were read
     */
    public static boolean isWhole(MemorySegment memory, long base, int pageSize, int tornRows) {
        return tornRows == 0
                && (rowBytes(pageSize) == pageSize
                        ? !NodeStamp.isBusy(Node.word(memory, base))
                        : hasEqualStamps(memory, base, pageSize));
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
