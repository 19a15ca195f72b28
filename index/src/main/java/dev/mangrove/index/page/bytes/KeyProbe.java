package dev.mangrove.index.page.bytes;

import dev.mangrove.index.page.Hashing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A key that is looked for, in the form in which pages hold keys: words of what is behind a page's
 * prefix. Reused from page to page and from key to key, by one thread.
 */
public final class KeyProbe {
    private static final VarHandle WORD_OF_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Bytes of a key in the first word of a line, which also has the length. */
    private static final int FIRST_BYTES = 6;

    private static final int LENGTH_BITS = Long.SIZE - FIRST_BYTES * Byte.SIZE;
    private static final int NO_PREFIX = -1;

    private static final int FINGERPRINT_SHIFT = 56;

    /** Bits of the hash that select a slot: above the lowest, which multiplication mixes least. */
    private static final int SLOT_SHIFT = 24;

    private static final int SLOT_BITS = 24;
    private static final long SLOT_MASK = (1L << SLOT_BITS) - 1;

    private final long[] words = new long[BytesLine.KEY_WORDS];
    private byte[] key = {};
    private long firstWord;
    private long secondWord;
    private int prefix = NO_PREFIX;
    private long head;
    private boolean complete;

    /** Creates a probe for no key. */
    public KeyProbe() {}

    /** Looks for another key. */
    public KeyProbe of(byte[] other) {
        key = other;
        prefix = NO_PREFIX;
        firstWord = load(other, 0, FIRST_BYTES) << LENGTH_BITS;
        secondWord = load(other, FIRST_BYTES, Long.BYTES);
        return this;
    }

    /** The first word of the whole key, without the length. */
    long firstWord() {
        return firstWord;
    }

    /** The second word of the whole key. */
    long secondWord() {
        return secondWord;
    }

    /** The key. */
    public byte[] key() {
        return key;
    }

    /** Prepares for a page with a prefix; false if the key is shorter than that. */
    boolean at(int pagePrefix) {
        if (pagePrefix == prefix) {
            return true;
        }
        if (pagePrefix > key.length) {
            return false;
        }
        words[0] = load(key, pagePrefix, FIRST_BYTES) << LENGTH_BITS;
        words[1] = load(key, pagePrefix + FIRST_BYTES, Long.BYTES);
        head = head(words[0], words[1]);
        prefix = pagePrefix;
        complete = false;
        return true;
    }

    /** Bytes of the key behind the prefix. */
    int rest() {
        return key.length - prefix;
    }

    /** The words of the key behind the prefix; the first without the length. */
    long[] words() {
        if (!complete) {
            int from = prefix + FIRST_BYTES + Long.BYTES;
            for (int word = 2; word < BytesLine.KEY_WORDS; word++, from += Long.BYTES) {
                words[word] = load(key, from, Long.BYTES);
            }
            complete = true;
        }
        return words;
    }

    /** The first 8 bytes behind the prefix, as {@link #head(long, long)}. */
    long head() {
        return head;
    }

    /** The first 8 bytes of a line's key, as a number that has their order. */
    static long head(long firstWord, long secondWord) {
        long bytes = (firstWord >>> LENGTH_BITS) | (secondWord << (Long.SIZE - LENGTH_BITS));
        return Long.reverseBytes(bytes) ^ Long.MIN_VALUE;
    }

    /** The first 8 bytes of a key behind a prefix, as {@link #head(long, long)}. */
    static long head(byte[] key, int prefix) {
        return Long.reverseBytes(load(key, prefix, Long.BYTES)) ^ Long.MIN_VALUE;
    }

    /** A hash of the whole key. */
    public static long hash(byte[] key) {
        long hash = key.length;
        for (int from = 0; from < key.length; from += Long.BYTES) {
            hash = (hash ^ load(key, from, Long.BYTES)) * Hashing.MULTIPLIER;
            hash ^= hash >>> Integer.SIZE;
        }
        return hash * Hashing.MULTIPLIER;
    }

    /** The byte of a hash that leaves hold. */
    static int fingerprint(long hash) {
        return (int) (hash >>> FINGERPRINT_SHIFT);
    }

    /** The slot that a hash selects. */
    static int slot(long hash, int slots) {
        return (int) ((((hash >>> SLOT_SHIFT) & SLOT_MASK) * slots) >>> SLOT_BITS);
    }

    /**
     * As {@link #load} of 8 bytes. Without a branch that depends on where the key ends: keys of
     * different lengths would make each of them one that the processor does not foresee.
     */
    static long word(byte[] key, int from) {
        if (key.length < Long.BYTES) {
            return load(key, from, Long.BYTES);
        }
        int at = Math.min(from, key.length - Long.BYTES);
        int half = Math.min(from - at, Long.BYTES) * (Byte.SIZE / 2);
        return ((long) WORD_OF_BYTES.get(key, at) >>> half) >>> half;
    }

    /** Up to 8 bytes of a key, the first lowest; 0 past the key's end. */
    static long load(byte[] key, int from, int most) {
        int left = key.length - from;
        int bytes = Math.min(left, most);
        if (bytes <= 0) {
            return 0;
        }
        long word;
        if (left >= Long.BYTES) {
            word = (long) WORD_OF_BYTES.get(key, from);
        } else if (key.length >= Long.BYTES) {
            long last = (long) WORD_OF_BYTES.get(key, key.length - Long.BYTES);
            word = last >>> (Byte.SIZE * (Long.BYTES - left));
        } else {
            word = 0;
            for (int i = 0; i < left; i++) {
                word |= (key[from + i] & 0xFFL) << (Byte.SIZE * i);
            }
        }
        return bytes == Long.BYTES ? word : word & ((1L << (Byte.SIZE * bytes)) - 1);
    }
}
