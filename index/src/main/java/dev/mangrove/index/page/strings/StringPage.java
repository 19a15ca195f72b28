package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.CopyCheck;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageCopy;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a page whose keys are byte strings.
 *
 * <pre>
 *         0       8      16     24       32      40       48       56
 *        +-------+------+------+--------+-------+--------+--------+------+
 *      0 | stamp | kind | low  | high   | right | high'  | right' | link |   header
 *        +-------+------+------+--------+-------+--------+--------+------+
 *     64 | stamp | lower bound, length of the prefix             | head |
 *        +-------+------------------------------------------------+------+
 *    128 | stamp | upper bound                                          |
 *        +-------+-------------------------------------------------------+
 *    192 | stamp | the other upper bound                                |
 *        +-------+-------------------------------------------------------+
 *    256 | stamp | entry                                                |
 *        +-------+-------------------------------------------------------+
 *        …
 * </pre>
 *
 * The header is that of {@link Page}, with stamps in place of bounds: {@code low}, {@code high} and
 * {@code high'} are the stamps of the lines that hold the bounds. A bound counts only if its line
 * has the stamp that the header names.
 */
final class StringPage {
    /** Offset of the line of the lower bound. */
    static final int LOW_LINE = Page.LINE;

    /** Offset of the line of the upper bound that belongs to the first half of the header. */
    static final int FIRST_HIGH_LINE = 2 * Page.LINE;

    /** Offset of the line of the upper bound that belongs to the second half of the header. */
    static final int SECOND_HIGH_LINE = 3 * Page.LINE;

    /** Offset of the first entry. */
    static final int FIRST_ENTRY = 4 * Page.LINE;

    /** Smallest page: room for a split into two entries each. */
    static final int SMALLEST = FIRST_ENTRY + 4 * Page.LINE;

    /** Checks all lines against the header. */
    static final CopyCheck EVERY_LINE =
            (copy, pointer, pageSize, tornLines) ->
                    PageCopy.isStale(copy, pointer) || (tornLines == 0 && isWhole(copy, pageSize));

    private static final long FORMAT = 2;

    private StringPage() {}

    /** Entries of a page of a size in bytes. */
    static int entries(int pageSize) {
        return (pageSize - FIRST_ENTRY) / Page.LINE;
    }

    /** The kind of leaves of an index. */
    static long leafKind(int tag) {
        return Page.leafKind(tag, FORMAT);
    }

    /** Offset of the line with the upper bound of a half of the header. */
    static int highLine(int half) {
        return half == Page.FIRST_HALF ? FIRST_HIGH_LINE : SECOND_HIGH_LINE;
    }

    /** Offset of the line at which a search for a key with a hash starts. */
    static int hashLine(long hash, int pageSize) {
        long spread = hash >>> Integer.SIZE;
        return FIRST_ENTRY + (int) ((spread * entries(pageSize)) >>> Integer.SIZE) * Page.LINE;
    }

    private static boolean isWhole(MemorySegment copy, int pageSize) {
        long header = Page.plain(copy, Page.STAMP);
        int half = HeaderStamp.usesSecondHalf(header) ? Page.SECOND_HALF : Page.FIRST_HALF;
        return Page.plain(copy, LOW_LINE) == Page.plain(copy, Page.LOW)
                && (HeaderStamp.isUnbounded(header)
                        || Page.plain(copy, highLine(half)) == Page.plain(copy, half))
                && PageCopy.agree(copy, header, FIRST_ENTRY, pageSize);
    }
}
