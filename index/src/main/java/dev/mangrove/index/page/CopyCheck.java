package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;

/** Decides whether a copy of a page is consistent, before a reader uses it. */
@FunctionalInterface
public interface CopyCheck {
    /** Checks all lines against the header. */
    CopyCheck EVERY_LINE =
            (copy, pointer, pageSize, tornLines) ->
                    PageCopy.isStale(copy, pointer)
                            || (tornLines == 0 && PageCopy.hasWholeLines(copy, pointer, pageSize));

    /**
     * Whether the copy shows the page as it was at one moment.
     *
     * @param tornLines lines whose stamp changed while they were read; 0 where READs keep lines
     *     whole
     */
    boolean isWhole(MemorySegment copy, long pointer, int pageSize, int tornLines);
}
