package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/** Decides whether a copy of a page is of one piece, before a reader believes it. */
@FunctionalInterface
public interface CopyCheck {
    /** All lines belong together. */
    CopyCheck EVERY_LINE =
            (copies, pointer, pageSize, wholeLines) ->
                    wholeLines
                            ? PageCopy.hasWholeLines(copies, pointer, pageSize)
                            : PageCopy.isBetweenEquals(copies, pointer, pageSize);

    /**
     * Whether the copy is of one piece.
     *
     * @param copies one READ of the page if READs keep lines whole, else three in a row, the second
     *     of which is used
     * @param wholeLines whether READs keep lines whole
     */
    boolean isWhole(MemorySegment copies, long pointer, int pageSize, boolean wholeLines);
}
