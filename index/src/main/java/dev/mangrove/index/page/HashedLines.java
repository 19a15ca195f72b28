package dev.mangrove.index.page;

import dev.mangrove.fabric.transfer.RowMask;

import java.lang.foreign.MemorySegment;

/**
 * The lines of a leaf in which a lookup finds most keys: the header, the key's hash line, and the
 * lines after that. A gather reads them as rows, each between two reads of its stamp.
 *
 * <pre>
 *        0        64          128              192
 *       +--------+-----------+----------------+----------------+
 *       | header | hash line | line after it  | line after it  |
 *       +--------+-----------+----------------+----------------+
 * </pre>
 *
 * <p>A key that is found is as good as one found in a copy of the whole page. There, too, lines are
 * read in any order, and what makes an entry count is its own line and the header: the key is
 * within the header's bounds, and the line agrees with the header. A line that a split has not
 * swept agrees with the header before the split. Its entry for the key is then the last one that
 * the page had, and the split took place between the two reads. Other lines only matter for a key
 * that is not found: it may lie in any of them, so the reader goes on to read the whole page.
 */
public final class HashedLines {
    /** Returned instead of an offset when the key is not in the lines. */
    public static final long NONE = -1;

    /**
     * Data lines. Chosen: of pages of 1 KiB that a load has filled to 0.7, three have 99.99 % of
     * the keys, two have 99.2 %, so that with two each third lookup of 64 keys would miss one; of
     * pages that inserts have filled as much, 98.6 % and 96 %. A key that is missed costs another
     * round trip.
     */
    private static final int DATA_LINES = 3;

    /** Lines of a lookup. */
    public static final int LINES = 1 + DATA_LINES;

    /** Bytes of a lookup. */
    public static final int BYTES = LINES * Page.LINE;

    private HashedLines() {}

    /** Whether the lines are much less than a page. */
    public static boolean save(int pageSize) {
        return 2 * BYTES <= pageSize;
    }

    /** What is read of each line, guarded by its stamp. */
    public static RowMask mask() {
        return RowMask.whole(Page.LINE).guard(Page.STAMP);
    }

    /** Puts the addresses of the lines into an array, from an index on. */
    public static void address(long pointer, long key, int pageSize, long[] into, int at) {
        long page = PagePointer.address(pointer);
        int line = Page.hashLine(key, pageSize);
        into[at] = page;
        for (int i = 1; i < LINES; i++) {
            into[at + i] = page + line;
            line = line + Page.LINE < pageSize ? line + Page.LINE : Page.LINE;
        }
    }

    /**
     * Searches copies of the lines for a key that the header covers.
     *
     * @param at offset of the copy of the header, which the other lines follow
     * @return offset of the key's value, or {@link #NONE}
     */
    public static long find(MemorySegment copy, long at, long key) {
        long header = Page.plain(copy, at);
        for (long line = at + Page.LINE; line < at + BYTES; line += Page.LINE) {
            int match = Page.matches(copy, line, key);
            if (match != 0 && agrees(copy, line, header)) {
                return line + Page.key(0, Integer.numberOfTrailingZeros(match)) + Long.BYTES;
            }
        }
        return NONE;
    }

    private static boolean agrees(MemorySegment copy, long line, long header) {
        return LineStamp.agrees(Page.plain(copy, line), header);
    }
}
