package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.Hashing;
import dev.mangrove.index.page.bytes.Extent;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Layout of an extent that clients read and write: bytes that are too long for a line.
 *
 * <pre>
 *      0         8        16         24
 *     +---------+--------+----------+---------
 *     | pointer | length | checksum | content …
 *     +---------+--------+----------+---------
 * </pre>
 *
 * The checksum covers all else. A reader that finds another pointer, or a checksum that does not
 * fit, has read the extent while it was written or after it was freed. Content is padded with zeros
 * to whole words.
 */
public final class SpreadExtent {
    /** Returned instead of a length when the extent is another one by now. */
    public static final int GONE = -1;

    private static final int LENGTH = 8;
    private static final int CHECKSUM = 16;
    static final int CONTENT = 24;
    private static final VarHandle WORD =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int ROTATION = 29;

    private SpreadExtent() {}

    /** Bytes of an extent with content of a length. */
    public static int bytes(int length) {
        return CONTENT + words(length) * Long.BYTES;
    }

    /** Writes an extent. */
    public static void write(
            MemorySegment memory, long base, long pointer, byte[] from, int at, int length) {
        assert bytes(length) <= SpreadPointer.bytes(pointer) : length;
        long sum = begin(pointer, length);
        for (int i = 0; i < words(length); i++) {
            long word = word(from, at + i * Long.BYTES, length - i * Long.BYTES);
            sum = mix(sum, word);
            SharedWords.plain(memory, base + CONTENT + (long) i * Long.BYTES, word);
        }
        SharedWords.plain(memory, base, pointer);
        SharedWords.plain(memory, base + LENGTH, length);
        SharedWords.plain(memory, base + CHECKSUM, end(sum));
    }

    /** The content of an extent; null if the memory has another one by now. */
    static byte @Nullable [] content(MemorySegment memory, long base, long pointer) {
        int length = length(memory, base, pointer);
        if (length == GONE) {
            return null;
        }
        byte[] content = new byte[length];
        return copy(memory, base, pointer, content, 0, length) ? content : null;
    }

    /**
     * Copies the content of an extent.
     *
     * @param most bytes at most
     * @return its length, or {@link #GONE}
     */
    public static int read(
            MemorySegment memory, long base, long pointer, byte[] into, int at, int most) {
        int length = length(memory, base, pointer);
        boolean there =
                length != GONE && length <= most && copy(memory, base, pointer, into, at, length);
        return there ? length : GONE;
    }

    /** Length of the content, if there is any: not validated. */
    private static int length(MemorySegment memory, long base, long pointer) {
        long length = SharedWords.plain(memory, base + LENGTH);
        boolean possible =
                SharedWords.plain(memory, base) == pointer
                        && length >= 0
                        && length <= Extent.LONGEST + ExpiringContent.HEADER
                        && bytes((int) length) <= SpreadPointer.bytes(pointer);
        return possible ? (int) length : GONE;
    }

    /** Loads each word of the content once, so that the checksum is that of the copy. */
    private static boolean copy(
            MemorySegment memory, long base, long pointer, byte[] into, int at, int length) {
        long sum = begin(pointer, length);
        for (int i = 0; i < words(length); i++) {
            long word = SharedWords.plain(memory, base + CONTENT + (long) i * Long.BYTES);
            sum = mix(sum, word);
            store(into, at + i * Long.BYTES, length - i * Long.BYTES, word);
        }
        return isWhole(SharedWords.plain(memory, base + CHECKSUM), end(sum));
    }

    private static boolean isWhole(long found, long computed) {
        return found == computed;
    }

    private static void store(byte[] into, int at, int left, long word) {
        if (left >= Long.BYTES) {
            WORD.set(into, at, word);
            return;
        }
        for (int i = 0; i < left; i++) {
            into[at + i] = (byte) (word >>> (Byte.SIZE * i));
        }
    }

    private static long word(byte[] from, int at, int left) {
        if (left >= Long.BYTES) {
            return (long) WORD.get(from, at);
        }
        long word = 0;
        for (int i = 0; i < left; i++) {
            word |= (from[at + i] & 0xFFL) << (Byte.SIZE * i);
        }
        return word;
    }

    private static long begin(long pointer, int length) {
        return mix(pointer * Hashing.MULTIPLIER, length);
    }

    private static long end(long sum) {
        return sum ^ (sum >>> Integer.SIZE);
    }

    /** A bijection of each argument, so that a single changed word always changes the sum. */
    private static long mix(long sum, long word) {
        return Long.rotateLeft((sum ^ word) * Hashing.MULTIPLIER, ROTATION);
    }

    private static int words(int length) {
        return (length + Long.BYTES - 1) / Long.BYTES;
    }
}
