package dev.mangrove.index.page;

import dev.mangrove.fabric.transfer.RowMask;

import java.lang.foreign.MemorySegment;

/**
 * The data lines of a page without their values, for scans that return keys only.
 *
 * <pre>
 *       0         8       16      24      32
 *      +---------+-------+-------+-------+
 *   64 | stamp   | key   | key   | key   |   first data line
 *      +---------+-------+-------+-------+
 *   96 | stamp   | key   | key   | key   |   second data line
 *      +---------+-------+-------+-------+
 *      …
 * </pre>
 *
 * A gather reads them to the place of the first data line in a copy, behind the whole header;
 * {@link #spread} then moves each word to where it is in a page.
 */
public final class KeyLines {
    private static final int BYTES = (1 + Page.SLOTS_PER_LINE) * Long.BYTES;

    private KeyLines() {}

    /** What is read of each data line, guarded by the line's stamp. */
    public static RowMask mask() {
        // The stamp and the first key are neighbours.
        RowMask mask = new RowMask(Page.LINE).run(Page.STAMP, 2 * Long.BYTES);
        for (int place = 1; place < Page.SLOTS_PER_LINE; place++) {
            mask.run(Page.key(0, place), Long.BYTES);
        }
        return mask.guard(Page.STAMP);
    }

    /**
     * Moves stamps and keys to their places, from the last line to the first, because a line's new
     * place overlaps the old places of lines behind it only. The values are arbitrary then; the
     * pointer to the head node is NULL.
     */
    public static void spread(MemorySegment copy, int pageSize) {
        for (int line = pageSize - Page.LINE; line >= Page.LINE; line -= Page.LINE) {
            int packed = Page.LINE + (line / Page.LINE - 1) * BYTES;
            for (int place = Page.SLOTS_PER_LINE - 1; place >= 0; place--) {
                long key = Page.plain(copy, packed + (1L + place) * Long.BYTES);
                Page.plain(copy, Page.key(line, place), key);
            }
            Page.plain(copy, line, Page.plain(copy, packed));
        }
        Page.plain(copy, Page.HEAD, PagePointer.NULL);
    }
}
