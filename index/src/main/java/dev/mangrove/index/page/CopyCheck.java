package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/** Decides whether a copy of a page is consistent, before a reader uses it. */
@FunctionalInterface
public interface CopyCheck {
    /** Checks all lines against the header. */
    CopyCheck EVERY_LINE =
            (copies, pointer, pageSize, wholeLines) ->
                    wholeLines
                            ? PageCopy.hasWholeLines(copies, pointer, pageSize)
                            : PageCopy.isBetweenEquals(copies, pointer, pageSize);

    /**
     * Whether the copy shows the page as it was at one moment.
     *
     * @param copies one READ of the page if READs keep lines whole, else three in a row, of which
     *     the reader uses the second
     * @param wholeLines whether READs keep lines whole
     */
    boolean isWhole(MemorySegment copies, long pointer, int pageSize, boolean wholeLines);
}
