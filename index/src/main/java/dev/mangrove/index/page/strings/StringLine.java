package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.Page;

/**
 * Layout of a line of a page whose keys are byte strings: an entry, or a bound. Words are 8 bytes.
 *
 * <pre>
 *       0       8                                 48             56
 *      +-------+---------------------------------+--------------+--------------+
 *      | stamp | rest of the key, up to 37 bytes | first value  | second value |   entry
 *      +-------+------------------------+--------+--------------+--------------+
 *      | stamp | its first 29 bytes     | extent | first value  | second value |   if it is longer
 *      +-------+------------------------+--------+--------------+--------------+
 *      | stamp | a bound, as a rest of a key     |              | head node    |   bound
 *      +-------+---------------------------------+--------------+--------------+
 *
 * word at 8   63   60 59    56 55    52 51    51 50        40 39                 0
 *            +-------+--------+--------+--------+------------+--------------------+
 *            |       | second |  first | whole  |   length   | first 5 key bytes  |
 *            +-------+--------+--------+--------+------------+--------------------+
 * </pre>
 *
 * The bytes of a key lie highest first in each word, 0 behind its end, so that comparing words
 * compares keys. <i>Whole</i>: the key does not start with the page's prefix, and no byte of it is
 * left out. <i>First</i> and <i>second</i> are the kinds of the values: the number of bytes of a
 * value that is in the word, {@link #EXTENT} or {@link #EXPIRING}.
 *
 * <p>The stamp's slots say which value counts: a line has one entry, in the first slot or the
 * second. A writer replaces a value by storing the other word and its kind, then the stamp. So
 * value and kind change by one store.
 */
final class StringLine {
    /** Kind of a value of 8 bytes, or of a pointer to a page. */
    static final int WORD = 8;

    /** Kind of a value that lies in an extent; the word is its pointer. */
    static final int EXTENT = 9;

    /** As {@link #EXTENT}, of a value that expires: the extent has its expiry, too. */
    static final int EXPIRING = 10;

    /** Most bytes of a key's rest that lie in the line. */
    static final int MOST = 37;

    /** Bytes of a longer rest that lie in the line. */
    static final int START = 29;

    /** Words with bytes of a key. */
    static final int KEY_WORDS = 5;

    /** Slots that the stamp of a line can name, of which one at most is taken. */
    static final int SLOTS = 2;

    static final int KEY = 8;
    static final int KEY_EXTENT = 40;
    static final int VALUE = 48;
    static final int HEAD = 56;

    /** Key bytes in the first word. */
    static final int FIRST_BYTES = 5;

    private static final int FIRST_BITS = FIRST_BYTES * Byte.SIZE;
    private static final long FIRST_MASK = (1L << FIRST_BITS) - 1;
    private static final int LENGTH_MASK = 0x7FF;
    private static final long WHOLE = 1L << 51;
    private static final int KIND_SHIFT = 52;
    private static final int KIND_BITS = 4;
    private static final long KIND_MASK = 0xF;
    private static final long KINDS = 0xFFL << KIND_SHIFT;

    static {
        if (KEY + KEY_WORDS * Long.BYTES != VALUE
                || KEY_EXTENT + Long.BYTES != VALUE
                || FIRST_BYTES + (KEY_WORDS - 1) * Long.BYTES != MOST
                || VALUE + SLOTS * Long.BYTES != Page.LINE
                || Page.LINE + HEAD != Page.HEAD) {
            throw new AssertionError("fields of a line do not fill 64 bytes");
        }
    }

    private StringLine() {}

    /** Whether the rest of a key does not lie in the line as a whole. */
    static boolean isLong(int length) {
        return length > MOST;
    }

    /** The first word of a key's rest, with the kinds of no values. */
    static long first(int length, boolean whole, long firstBytes) {
        return ((long) length << FIRST_BITS)
                | (whole ? WHOLE : 0)
                | (firstBytes >>> (Long.SIZE - FIRST_BITS));
    }

    /** The first word without the kinds of values: equal for equal starts of keys. */
    static long withoutKinds(long first) {
        return first & ~KINDS;
    }

    /** Length of the key's rest. */
    static int length(long first) {
        return (int) (first >>> FIRST_BITS) & LENGTH_MASK;
    }

    /** Whether the key is there from its first byte on. */
    static boolean isWhole(long first) {
        return (first & WHOLE) != 0;
    }

    /** The first bytes of the key's rest, as comparable number. */
    static long firstBytes(long first) {
        return first & FIRST_MASK;
    }

    /** Kind of the value in a slot. */
    static int kind(long first, int place) {
        return (int) ((first >>> (KIND_SHIFT + place * KIND_BITS)) & KIND_MASK);
    }

    /** The first word with another kind of the value in a slot. */
    static long withKind(long first, int place, int kind) {
        int shift = KIND_SHIFT + place * KIND_BITS;
        return (first & ~(KIND_MASK << shift)) | ((long) kind << shift);
    }

    /** Length of the prefix that all keys of a page share; in the line of the lower bound. */
    static int prefix(long first) {
        return (int) ((first & KINDS) >>> KIND_SHIFT);
    }

    /** The first word of a lower bound, with the length of the prefix. */
    static long withPrefix(long first, int prefix) {
        return (first & ~KINDS) | ((long) prefix << KIND_SHIFT);
    }

    /** Offset of the value of a slot. */
    static int valueOf(int slot) {
        return Page.lineOf(slot) + VALUE + slot % Page.SLOTS_PER_LINE * Long.BYTES;
    }
}
