package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/** Checks copies of pages for consistency. */
public final class PageCopy {
    private PageCopy() {}

    /** Whether the lines of a copy agree with its header; for READs that keep lines whole. */
    public static boolean hasWholeLines(MemorySegment copy, long pointer, int pageSize) {
        long header = Page.plain(copy, 0);
        if (isOther(header, pointer)) {
            return true;
        }
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            if (!LineStamp.agrees(Page.plain(copy, line), header)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the second of three copies, which lie pageSize bytes apart, is consistent; for READs
     * that keep only words whole.
     */
    public static boolean isBetweenEquals(MemorySegment copies, long pointer, int pageSize) {
        long header = Page.plain(copies, 0);
        if (header == Page.plain(copies, 2L * pageSize) && isOther(header, pointer)) {
            return true;
        }
        for (int line = 0; line < pageSize; line += Page.LINE) {
            if (Page.plain(copies, line) != Page.plain(copies, 2L * pageSize + line)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the pointer is stale: the caller then ignores the lines. */
    private static boolean isOther(long header, long pointer) {
        return HeaderStamp.generation(header) != PagePointer.generation(pointer);
    }
}
