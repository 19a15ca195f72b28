package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/** Checks copies of pages for consistency. */
public final class PageCopy {
    private PageCopy() {}

    /** Whether the lines of a copy, each of them whole, agree with its header. */
    public static boolean hasWholeLines(MemorySegment copy, long pointer, int pageSize) {
        if (isStale(copy, pointer)) {
            return true;
        }
        return agree(copy, Page.plain(copy, 0), Page.LINE, pageSize);
    }

    /** Whether lines from an offset on agree with a header. */
    public static boolean agree(MemorySegment copy, long header, int from, int pageSize) {
        for (int line = from; line < pageSize; line += Page.LINE) {
            if (!LineStamp.agrees(Page.plain(copy, line), header)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the copy shows that the pointer is stale: the caller then ignores the lines. */
    public static boolean isStale(MemorySegment copy, long pointer) {
        return HeaderStamp.generation(Page.plain(copy, 0)) != PagePointer.generation(pointer);
    }
}
