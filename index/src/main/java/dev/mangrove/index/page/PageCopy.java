package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/** Tells whether a copy of a page is of one piece. */
public final class PageCopy {
    private PageCopy() {}

    /** Whether a READ that kept lines whole has brought lines that belong together. */
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
     * Whether of three READs, each pageSize bytes after the other, the second is true though each
     * kept only words whole.
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

    /** Whether the pointer is old: then nobody wants the lines. */
    private static boolean isOther(long header, long pointer) {
        return HeaderStamp.generation(header) != PagePointer.generation(pointer);
    }
}
