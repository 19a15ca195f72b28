package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.MessageKeys;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The keys of a message: byte strings behind its words, so that a word can stand for one.
 *
 * <pre>
 *  0                  8 w                   8 w + padded b
 * +------------------+---------------------+-----------------+
 * | w words          | b bytes of all keys | w               |
 * +------------------+---------------------+-----------------+
 * </pre>
 *
 * The word of a key is its token, as {@link KeyArena} has it, with the place of the key among these
 * bytes. The two bounds are their own words. The receiver adds all bytes to its arena at once; the
 * keys hold until it releases the arena.
 */
public final class KeyPassage implements MessageKeys {
    /** Bytes of the count of words. */
    private static final int COUNT_BYTES = Long.BYTES;

    /** Chosen: two keys of the longest. */
    private static final int FIRST_BYTES = 2 * KeyArena.LONGEST;

    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final KeyArena keys;
    private byte[] written = new byte[FIRST_BYTES];
    private int size;
    private int place;
    private int taken;

    KeyPassage(KeyArena keys) {
        this.keys = keys;
    }

    /** Most bytes of a payload of so many words and keys. */
    public static int mostBytes(int words, int keys) {
        return words * Long.BYTES + padded(keys * KeyArena.LONGEST) + COUNT_BYTES;
    }

    @Override
    public boolean areWords() {
        return false;
    }

    @Override
    public void begin() {
        size = 0;
    }

    @Override
    public long put(long key) {
        if (KeyArena.isLimit(key)) {
            return key;
        }
        int from = KeyArena.place(key);
        int length = KeyArena.length(key);
        if (size + length > written.length) {
            written = Arrays.copyOf(written, 2 * (size + length));
        }
        System.arraycopy(keys.bytes(), from, written, size, length);
        long word = KeyArena.moved(key, (long) size - from);
        size += length;
        return word;
    }

    @Override
    public int end(MemorySegment memory, long base, int words) {
        long at = base + (long) words * Long.BYTES;
        int bytes = padded(size);
        MemorySegment.copy(written, 0, memory, ValueLayout.JAVA_BYTE, at, size);
        memory.asSlice(at + size, bytes - size).fill((byte) 0);
        memory.set(WORD, at + bytes, words);
        return words * Long.BYTES + bytes + COUNT_BYTES;
    }

    @Override
    public int read(MemorySegment memory, long base, long bytes) {
        long words = bytes < COUNT_BYTES ? -1 : memory.get(WORD, base + bytes - COUNT_BYTES);
        if (words < 0 || words > (bytes - COUNT_BYTES) / Long.BYTES) {
            throw new IllegalArgumentException(
                    "no message with keys: bytes=" + bytes + ", words=" + words);
        }
        long from = words * Long.BYTES;
        taken = (int) (bytes - COUNT_BYTES - from);
        place = keys.reserve(taken);
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, base + from, keys.bytes(), place, taken);
        return (int) words;
    }

    @Override
    public long get(long word) {
        if (KeyArena.isLimit(word)) {
            return word;
        }
        if (!KeyArena.isToken(word, taken)) {
            throw new IllegalArgumentException(
                    "no key of this message: word=" + Long.toHexString(word) + ", bytes=" + taken);
        }
        return KeyArena.moved(word, place);
    }

    private static int padded(int bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }
}
