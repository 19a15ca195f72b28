package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PageStore;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a line that holds one entry: the rest of a key, after the page's prefix, and a value.
 *
 * <pre>
 *      0       8        10                                     48      56
 *     +-------+--------+--------------------------------------+-------+---------+
 *     | stamp | length | rest of the key, up to 38 bytes      | value | pointer |
 *     +-------+--------+------------------------------+-------+-------+---------+
 *     | stamp | length | its first 30 bytes           | extent| value | pointer |   if it is longer
 *     +-------+--------+------------------------------+-------+-------+---------+
 * </pre>
 *
 * Bytes of the key beyond its length are 0. The {@link BytesStamp} tells whether the value is in
 * the line or in an extent. Clients replace a pointer by compare-and-set, so the pointer's word
 * never holds anything else than a pointer to an extent of this entry, or null.
 */
public final class BytesLine {
    /** Bytes of a line. */
    public static final int BYTES = 64;

    /** Most bytes of a key's rest that lie in the line as a whole. */
    public static final int WHOLE = 38;

    /** Bytes of a longer rest that lie in the line. */
    public static final int START = 30;

    /** Result of {@link #compare} if the bytes in the line do not decide. */
    static final int UNDECIDED = 2;

    private static final int LENGTH = 8;
    private static final long LENGTH_MASK = 0xFFFF;
    private static final int LENGTH_BYTES = 2;
    static final int KEY_WORDS = 5;
    private static final int KEY_EXTENT = 40;
    private static final int VALUE = 48;
    private static final int POINTER = 56;

    static {
        if (LENGTH + LENGTH_BYTES + WHOLE != VALUE
                || LENGTH + LENGTH_BYTES + START != KEY_EXTENT
                || LENGTH + KEY_WORDS * Long.BYTES != VALUE
                || VALUE + Long.BYTES != POINTER
                || POINTER + Long.BYTES != BYTES) {
            throw new AssertionError("fields of a line do not fill 64 bytes");
        }
    }

    private BytesLine() {}

    /** Whether the rest of a key, of a length, lies in the line as a whole. */
    public static boolean isWhole(int length) {
        return length <= WHOLE;
    }

    /**
     * Adds an entry to a free line.
     *
     * @param line offset of the line in its page
     * @param stamp of the line
     * @param key the whole key
     * @param prefix bytes at its start that the page leaves out
     * @param keyExtent pointer to an extent with the whole key, if its rest is too long; else 0
     * @param kind length of a value in the line, or {@link BytesStamp#EXTENT}
     * @param value the value's bytes, the first lowest, or the pointer
     */
    public static void fill(
            PageStore store,
            int line,
            long stamp,
            byte[] key,
            int prefix,
            long keyExtent,
            int kind,
            long value) {
        assert !BytesStamp.isTaken(stamp) : "the line is taken";
        for (int word = 0; word < KEY_WORDS; word++) {
            store.word(line + LENGTH + word * Long.BYTES, keyWord(key, prefix, keyExtent, word));
        }
        put(store, line, stamp, kind, value);
    }

    /** Replaces the value of an entry. */
    public static void value(PageStore store, int line, long stamp, int kind, long value) {
        assert BytesStamp.isTaken(stamp) : "the line is free";
        put(store, line, stamp, kind, value);
    }

    /** Removes an entry. */
    public static void clear(PageStore store, int line, long stamp) {
        assert BytesStamp.isTaken(stamp) : "the line is free";
        store.word(line, BytesStamp.cleared(stamp));
        store.fence();
    }

    private static void put(PageStore store, int line, long stamp, int kind, long value) {
        long next = BytesStamp.filled(stamp, kind);
        store.word(line + valueOffset(next), value);
        store.fence();
        store.word(line, next);
        store.fence();
    }

    /** Length of the rest of the key. */
    public static int length(MemorySegment memory, long line) {
        return (int) (word(memory, line, 0) & LENGTH_MASK);
    }

    /** Pointer to the extent of a key whose rest does not lie in the line as a whole. */
    public static long keyExtent(MemorySegment memory, long line) {
        return word(memory, line, KEY_WORDS - 1);
    }

    /** The value's word, as a stamp of the line selects it. */
    public static long value(MemorySegment memory, long line, long stamp) {
        return SharedWords.plain(memory, line + valueOffset(stamp));
    }

    /** The bytes of a value of a length that lies in the line, from its word. */
    public static byte[] valueOf(int length, long word) {
        byte[] bytes = new byte[length];
        if (length == Long.BYTES) {
            ByteWords.put(bytes, 0, word);
        } else {
            ByteWords.putSome(bytes, 0, word, length);
        }
        return bytes;
    }

    /** Offset of the pointer's word of a line. */
    static long pointerAt(long line) {
        return line + POINTER;
    }

    /**
     * Whether a line may hold a key: the line's part of it fits. Certain if the rest of the key
     * lies in the line as a whole; else the caller compares with the extent.
     *
     * @param prefix bytes at the key's start that the page leaves out
     */
    public static boolean fits(MemorySegment memory, long line, byte[] key, int prefix) {
        int words = isWhole(key.length - prefix) ? KEY_WORDS : KEY_WORDS - 1;
        for (int word = 0; word < words; word++) {
            if (word(memory, line, word) != keyWord(key, prefix, 0, word)) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@link #isKey} and {@link #startsAs} can tell of a key behind a prefix. */
    static boolean isInLine(byte[] key, int prefix) {
        return key.length >= prefix && isWhole(key.length - prefix) && prefix <= START;
    }

    /** Whether a line holds a key. No branch depends on the key's length, unlike {@link #fits}. */
    static boolean isKey(MemorySegment memory, long line, byte[] key, int prefix) {
        int from = prefix + Long.BYTES - LENGTH_BYTES;
        long first =
                (KeyProbe.word(key, prefix) << (Byte.SIZE * LENGTH_BYTES)) | (key.length - prefix);
        long different = word(memory, line, 0) ^ first;
        for (int word = 1; word < KEY_WORDS; word++, from += Long.BYTES) {
            different |= word(memory, line, word) ^ KeyProbe.word(key, from);
        }
        return different == 0;
    }

    /** Whether a line that leaves out no prefix, a bound, has so many of its first bytes. */
    static boolean startsAs(MemorySegment memory, long line, byte[] key, int bytes) {
        long first = word(memory, line, 0) >>> (Byte.SIZE * LENGTH_BYTES);
        int from = Long.BYTES - LENGTH_BYTES;
        long different = (first ^ KeyProbe.word(key, 0)) & lowest(Math.min(bytes, from));
        for (int word = 1; from < bytes; word++, from += Long.BYTES) {
            different |=
                    (word(memory, line, word) ^ KeyProbe.word(key, from))
                            & lowest(Math.min(bytes - from, Long.BYTES));
        }
        return different == 0;
    }

    /** The lowest bytes of a word, up to 8. */
    private static long lowest(int bytes) {
        int half = bytes * (Byte.SIZE / 2);
        return ~(-1L << half << half);
    }

    /** Copies the part of a key's rest that lies in the line; returns its length. */
    public static int copyKey(MemorySegment memory, long line, byte[] into, int at) {
        return copyKey(memory, line, length(memory, line), into, at);
    }

    /** As {@link #copyKey(MemorySegment, long, byte[], int)}, for a length that was read before. */
    static int copyKey(MemorySegment memory, long line, int length, byte[] into, int at) {
        int here = isWhole(length) ? length : START;
        int first = Math.min(here, Long.BYTES - LENGTH_BYTES);
        ByteWords.putSome(into, at, word(memory, line, 0) >>> (Byte.SIZE * LENGTH_BYTES), first);
        int i = first;
        int next = 1;
        for (; here - i >= Long.BYTES; i += Long.BYTES) {
            ByteWords.put(into, at + i, word(memory, line, next++));
        }
        if (i < here) {
            ByteWords.putSome(into, at + i, word(memory, line, next), here - i);
        }
        return here;
    }

    /** A word of the key's part of a line: its length, its bytes, and perhaps the extent. */
    private static long keyWord(byte[] key, int prefix, long keyExtent, int word) {
        int length = key.length - prefix;
        if (word == KEY_WORDS - 1 && !isWhole(length)) {
            return keyExtent;
        }
        return keyBytes(key, prefix, word) | (word == 0 ? length : 0);
    }

    /** The bytes of a key's rest that belong into a word of a line; 0 past the key's end. */
    private static long keyBytes(byte[] key, int prefix, int word) {
        int first = Long.BYTES - LENGTH_BYTES;
        return word == 0
                ? KeyProbe.load(key, prefix, first) << (Byte.SIZE * LENGTH_BYTES)
                : KeyProbe.load(key, prefix + first + (word - 1) * Long.BYTES, Long.BYTES);
    }

    /**
     * Compares the key of a line with another one, as far as the line's bytes decide.
     *
     * @param words of the other key, after the prefix that both have in common
     * @param rest bytes of the other key after the prefix
     * @return less than 0, 0 or more than 0; or {@link #UNDECIDED} if the rest of the line's key
     *     lies in an extent and its start is that of the other key
     */
    static int compare(MemorySegment memory, long line, long[] words, int rest) {
        long first = word(memory, line, 0);
        int length = (int) (first & LENGTH_MASK);
        int order = compareWords(first & ~LENGTH_MASK, words[0]);
        int number = isWhole(length) ? KEY_WORDS : KEY_WORDS - 1;
        for (int word = 1; order == 0 && word < number; word++) {
            order = compareWords(word(memory, line, word), words[word]);
        }
        if (order != 0) {
            return order;
        }
        return isWhole(length) || rest <= START ? Integer.compare(length, rest) : UNDECIDED;
    }

    /** As {@link #compare}, for a line that leaves out no prefix and a whole key. */
    static int compareKey(MemorySegment memory, long line, KeyProbe probe) {
        long first = word(memory, line, 0);
        int order = compareWords(first & ~LENGTH_MASK, probe.firstWord());
        if (order == 0) {
            order = compareWords(word(memory, line, 1), probe.secondWord());
        }
        return order == 0 ? compareRest(memory, line, (int) (first & LENGTH_MASK), probe) : order;
    }

    /** Compares what is behind the first two words of a line, which are equal. */
    private static int compareRest(MemorySegment memory, long line, int length, KeyProbe probe) {
        byte[] key = probe.key();
        int number = isWhole(length) ? KEY_WORDS : KEY_WORDS - 1;
        int order = 0;
        for (int word = 2; order == 0 && word < number; word++) {
            order = compareWords(word(memory, line, word), keyBytes(key, 0, word));
        }
        if (order != 0) {
            return order;
        }
        return isWhole(length) || key.length <= START
                ? Integer.compare(length, key.length)
                : UNDECIDED;
    }

    /** The first 8 bytes of a key's rest, as {@link KeyProbe#head(long, long)}. */
    static long head(byte[] key, int prefix) {
        return KeyProbe.head(key, prefix);
    }

    /** Compares words whose first byte is the lowest. */
    private static int compareWords(long one, long other) {
        return one == other
                ? 0
                : Long.compareUnsigned(Long.reverseBytes(one), Long.reverseBytes(other));
    }

    private static long word(MemorySegment memory, long line, int word) {
        return SharedWords.plain(memory, line + LENGTH + (long) word * Long.BYTES);
    }

    private static int valueOffset(long stamp) {
        return BytesStamp.value(stamp) >= BytesStamp.EXTENT ? POINTER : VALUE;
    }
}
