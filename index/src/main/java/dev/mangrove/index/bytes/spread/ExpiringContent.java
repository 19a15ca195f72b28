package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.Hashing;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Content of a {@link SpreadExtent} that has a value with an expiry.
 *
 * <pre>
 *      24       32     40
 *     +--------+------+---------
 *     | expiry | seal | value …
 *     +--------+------+---------
 * </pre>
 *
 * The expiry is a time of the clock of the extent's server. The seal is a function of it and of the
 * extent's pointer: so a reader that needs the expiry only reads the first bytes, the <i>head</i>,
 * and knows whether they belong together.
 */
final class ExpiringContent {
    /** Bytes before the value. */
    static final int HEADER = 2 * Long.BYTES;

    /** Bytes of an extent up to its value. */
    static final int HEAD = SpreadExtent.CONTENT + HEADER;

    /** The expiry of an entry that has expired at once. */
    static final long ENDED = Long.MIN_VALUE;

    private static final int EXPIRY = SpreadExtent.CONTENT;
    private static final int SEAL = SpreadExtent.CONTENT + Long.BYTES;

    private ExpiringContent() {}

    /** The content for an extent. */
    static byte[] of(long pointer, long expiry, byte[] value) {
        return ByteBuffer.allocate(HEADER + value.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(expiry)
                .putLong(seal(pointer, expiry))
                .put(value)
                .array();
    }

    static long expiry(byte[] content) {
        return ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    }

    static byte[] value(byte[] content) {
        return Arrays.copyOfRange(content, HEADER, content.length);
    }

    /** Whether memory has the head of an extent, and not that of a later one or parts of two. */
    static boolean isHead(long pointer, long found, long expiry, long seal) {
        return found == pointer && seal == seal(pointer, expiry);
    }

    /** The expiry in the head of an extent, and whether it is one, go to the place of a list. */
    static boolean read(MemorySegment memory, long base, long pointer, long[] expiries, int place) {
        long found = SharedWords.plain(memory, base);
        expiries[place] = SharedWords.plain(memory, base + EXPIRY);
        return isHead(pointer, found, expiries[place], SharedWords.plain(memory, base + SEAL));
    }

    private static long seal(long pointer, long expiry) {
        return Long.rotateLeft(pointer * Hashing.MULTIPLIER, Integer.SIZE)
                ^ (expiry * Hashing.MULTIPLIER);
    }
}
