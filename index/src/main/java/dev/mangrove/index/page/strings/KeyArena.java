package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.Hashing;
import dev.mangrove.index.page.KeyCopy;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.MessageKeys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Keys that are byte strings, as one view knows them, and their order: lexicographic, of unsigned
 * bytes. Tree code handles each of them as a token:
 *
 * <pre>
 *  63 62              20 19        16 15     12 11       1 0
 * +--+------------------+------------+---------+----------+--------+
 * |0 | place in arena   | expected   |  kind   |  length  | before |
 * +--+------------------+------------+---------+----------+--------+
 * </pre>
 *
 * A token with the flag <i>before</i> is less than its key and above every key below that: there is
 * no largest string below another one. <i>Kind</i> is that of the value that goes with the key, and
 * <i>expected</i> the kind of the value that a change expects, see {@link StringLine}; neither
 * counts in comparisons. The empty string is {@link KeyOrder#LEAST}; it is no key, but the bound of
 * the leftmost pages.
 *
 * <p>Tokens hold until {@link #release} goes back to a mark before them. A view marks the arena at
 * the start of each operation and releases it at the end, so tokens never outlive an operation.
 * Used by one thread.
 */
public final class KeyArena implements KeyOrder {
    /** Most bytes of a key. */
    public static final int LONGEST = 1_024;

    /** Chosen: the keys of some leaves; the arena doubles. */
    private static final int FIRST_BYTES = 4_096;

    /** Bytes behind the last key, so that a word can be loaded at its last byte. */
    private static final int SLACK = Long.BYTES;

    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final long BEFORE = 1;
    private static final int LENGTH_SHIFT = 1;
    private static final int LENGTH_MASK = 0x7FF;
    private static final int KIND_SHIFT = 12;
    private static final int EXPECTED_SHIFT = 16;
    private static final int KIND_MASK = 0xF;
    private static final long KINDS =
            ((long) KIND_MASK << KIND_SHIFT) | ((long) KIND_MASK << EXPECTED_SHIFT);
    private static final int PLACE_SHIFT = 20;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int used;

    /** An empty arena. */
    public KeyArena() {}

    /** Where the arena ends now, for {@link #release}. */
    @Override
    public int mark() {
        return used;
    }

    @Override
    public long keep(int mark, long key) {
        if (isBound(key)) {
            release(mark);
            return key;
        }
        int from = place(key);
        int length = length(key);
        assert from + length <= used : "a token that does not hold any more";
        release(mark);
        int place = reserve(length);
        System.arraycopy(bytes, from, bytes, place, length);
        return (token(place, length) & ~KINDS) | (key & (KINDS | BEFORE));
    }

    @Override
    public void keepAll(int mark, long[] tokens, int count) {
        int total = 0;
        for (int i = 0; i < count; i++) {
            total += isSince(mark, tokens[i]) ? length(tokens[i]) : 0;
        }
        byte[] kept = new byte[total];
        int at = 0;
        for (int i = 0; i < count; i++) {
            if (isSince(mark, tokens[i])) {
                int length = length(tokens[i]);
                assert place(tokens[i]) + length <= used : "a token that does not hold any more";
                System.arraycopy(bytes, place(tokens[i]), kept, at, length);
                long moved = token(mark + at, length) & ~KINDS;
                tokens[i] = moved | (tokens[i] & (KINDS | BEFORE));
                at += length;
            }
        }
        release(mark);
        int place = reserve(total);
        System.arraycopy(kept, 0, bytes, place, total);
    }

    /** Whether a token stands for bytes that were added since a mark. */
    private static boolean isSince(int mark, long token) {
        return !isBound(token) && place(token) >= mark;
    }

    @Override
    public boolean mayNeedExtent(long key) {
        return StringLine.isLong(length(key));
    }

    @Override
    public KeyCopy copy(long key) {
        return isBound(key) ? KeyCopy.of(key) : KeyCopy.of(key(key));
    }

    @Override
    public long word(KeyCopy key) {
        byte[] copied = key.bytes();
        return copied == null ? key.word() : add(copied);
    }

    @Override
    public boolean isKey(long key) {
        return !isBound(key) && !isBefore(key);
    }

    @Override
    public MessageKeys messageKeys() {
        return new KeyPassage(this);
    }

    @Override
    public String text(long key) {
        if (isBound(key)) {
            return key == LEAST ? "the least" : "the greatest";
        }
        String hex = HexFormat.of().formatHex(bytes, place(key), place(key) + length(key));
        return (isBefore(key) ? "before " : "") + hex;
    }

    /** Forgets all tokens since a mark. */
    public void release(int mark) {
        assert mark >= 0 && mark <= used : "mark=" + mark + ", used=" + used;
        used = mark;
    }

    /** Adds a key whose value is a word. */
    public long add(byte[] key) {
        int place = reserve(key.length);
        System.arraycopy(key, 0, bytes, place, key.length);
        return token(place, key.length);
    }

    /** The same key, with the kind of a value and of the value that is expected. */
    public static long withKinds(long token, int kind, int expected) {
        assert !isBound(token) : "a bound has no value";
        return (token & ~KINDS) | ((long) kind << KIND_SHIFT) | ((long) expected << EXPECTED_SHIFT);
    }

    /** Kind of the value that goes with a key. */
    public static int kind(long token) {
        return isBound(token) ? StringLine.WORD : (int) (token >>> KIND_SHIFT) & KIND_MASK;
    }

    /** Kind of the value that a change of a key expects. */
    static int expected(long token) {
        return isBound(token) ? StringLine.WORD : (int) (token >>> EXPECTED_SHIFT) & KIND_MASK;
    }

    /** The bytes of a key. */
    public byte[] key(long token) {
        int place = place(token);
        return Arrays.copyOfRange(bytes, place, place + length(token));
    }

    /** Number of bytes of a key; 0 for {@link KeyOrder#LEAST}. */
    public static int length(long token) {
        return isBound(token) ? 0 : (int) (token >>> LENGTH_SHIFT) & LENGTH_MASK;
    }

    /** Adds a key from words, its bytes highest first in each. */
    public long add(long[] words, int from, int length) {
        int place = reserve(length);
        for (int at = 0; at < length; at += Long.BYTES) {
            word(place + at, words[from + at / Long.BYTES]);
        }
        return token(place, length);
    }

    /**
     * Compares a key with another one whose length and order of first bytes are known: the shorter
     * one starts the other, or they are equal.
     */
    public int compareLengths(int length, long token) {
        return length != length(token) ? length - length(token) : isBefore(token) ? 1 : 0;
    }

    /** Eight bytes of a key, the first of them highest; 0 for bytes behind its end. */
    public long word(long token, int from) {
        int left = length(token) - from;
        if (left <= 0) {
            return 0;
        }
        long word = (long) WORD.get(bytes, place(token) + from);
        return left >= Long.BYTES ? word : word & (-1L << (Byte.SIZE * (Long.BYTES - left)));
    }

    /** Whether a key starts with the first bytes of another. */
    boolean startsWith(long token, long other, int length) {
        return length(token) >= length && commonPrefix(token, other) >= length;
    }

    /** Number of bytes that two keys have in common at their start. */
    int commonPrefix(long left, long right) {
        int least = Math.min(length(left), length(right));
        for (int from = 0; from < least; from += Long.BYTES) {
            long different = word(left, from) ^ word(right, from);
            if (different != 0) {
                return Math.min(least, from + Long.numberOfLeadingZeros(different) / Byte.SIZE);
            }
        }
        return least;
    }

    /** A hash of all bytes of a key. */
    long hash(long token) {
        int length = length(token);
        long hash = length;
        for (int from = 0; from < length; from += Long.BYTES) {
            hash = Long.rotateLeft((hash ^ word(token, from)) * Hashing.MULTIPLIER, Integer.SIZE);
        }
        return hash * Hashing.MULTIPLIER;
    }

    /**
     * Makes room for a key that the caller stores, of which it knows the number of bytes; {@link
     * #token} names it then.
     */
    int reserve(int length) {
        int place = used;
        if (place + length + SLACK > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + length);
        }
        used = place + length;
        return place;
    }

    /** The array that has the bytes of all keys; replaced when the arena grows. */
    byte[] bytes() {
        return bytes;
    }

    /** Stores eight bytes of a new key, the first of them highest; may overwrite what follows. */
    void word(int place, long word) {
        WORD.set(bytes, place, word);
    }

    /** The token of a key whose value is a word. */
    static long token(int place, int length) {
        return length == 0
                ? LEAST
                : ((long) place << PLACE_SHIFT)
                        | ((long) StringLine.WORD << KIND_SHIFT)
                        | ((long) StringLine.WORD << EXPECTED_SHIFT)
                        | ((long) length << LENGTH_SHIFT);
    }

    /** The same token, of a key whose bytes have moved by a distance. */
    static long moved(long token, long distance) {
        return token + (distance << PLACE_SHIFT);
    }

    /** Whether a token is one of the two bounds. */
    static boolean isLimit(long token) {
        return isBound(token);
    }

    /** Whether a word may be the token of a key among so many bytes. */
    static boolean isToken(long word, int bytes) {
        long from = word >>> PLACE_SHIFT;
        int length = length(word);
        return word >= 0
                && length > 0
                && length <= LONGEST
                && from <= bytes - length
                && kind(word) <= StringLine.EXPIRING
                && expected(word) <= StringLine.EXPIRING;
    }

    /** Whether a token stands below its key. */
    static boolean isBefore(long token) {
        return !isBound(token) && (token & BEFORE) != 0;
    }

    private static boolean isBound(long token) {
        return token == LEAST || token == GREATEST;
    }

    static int place(long token) {
        return isBound(token) ? 0 : (int) (token >>> PLACE_SHIFT);
    }

    @Override
    public int compare(long left, long right) {
        if (isBound(left) || isBound(right)) {
            return Long.compare(rank(left), rank(right));
        }
        int least = Math.min(length(left), length(right));
        for (int from = 0; from < least; from += Long.BYTES) {
            int order = Long.compareUnsigned(word(left, from), word(right, from));
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(length(left), length(right));
        return order != 0 ? order : Long.compare(right & BEFORE, left & BEFORE);
    }

    /** Orders the two bounds and what is between them. */
    private static long rank(long token) {
        return isBound(token) ? token : 0;
    }

    @Override
    public long before(long key) {
        return isBound(key) ? key : key | BEFORE;
    }

    @Override
    public long after(long key) {
        assert key != GREATEST : "no key is above it";
        if (isBefore(key)) {
            return key & ~BEFORE;
        }
        int length = length(key);
        int from = place(key);
        int place = reserve(length + 1);
        System.arraycopy(bytes, from, bytes, place, length);
        bytes[place + length] = 0;
        return token(place, length + 1);
    }

    /** The shortest such string: the larger key, cut behind the first byte that differs. */
    @Override
    public long separator(long left, long right) {
        assert compare(left, right) < 0 : "keys are not in order";
        return token(place(right), Math.min(length(right), commonPrefix(left, right) + 1));
    }
}
