package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.Hashing;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Layout of an extent: bytes that are too long for a line.
 *
 * <pre>
 *      0                            8          16       24
 *     +-------------+--------------+----------+--------+---------
 *     | generation  |    length    | checksum | holder | content …
 *     +-------------+--------------+----------+--------+---------
 *      63         32 31           0
 * </pre>
 *
 * The holder is the place in {@link HeldExtents} of the client that has written the extent; 0 if
 * the server has. The checksum covers all else, and the pointer. A reader that finds another
 * generation or a checksum that does not fit has read the extent while it was written or after it
 * was freed, and reads the entry again. Content is padded with zeros to whole words.
 */
public final class Extent {
    /** Offset of the content. */
    public static final int CONTENT = 24;

    /** Most bytes of content. */
    public static final int LONGEST = 1 << 20;

    /** Result of {@link #length} if the bytes are not those that the pointer refers to. */
    public static final int OTHER = -1;

    private static final VarHandle WORD_OF_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Holder of an extent that the server has written. */
    static final long NO_HOLDER = 0;

    private static final int CHECKSUM = 8;
    private static final int HOLDER = 16;
    private static final int GENERATION_SHIFT = 32;

    private static final int ROTATION = 29;

    /** Bytes that {@link #write} copies in a turn of its loop. */
    private static final int TURN = 8 * Long.BYTES;

    private Extent() {}

    /** Bytes of an extent with content of a length. */
    public static int bytes(int length) {
        return CONTENT + words(length) * Long.BYTES;
    }

    /** Writes an extent at the server, into its place. */
    public static void write(MemorySegment memory, long base, long pointer, byte[] content) {
        write(memory, base, pointer, NO_HOLDER, content);
    }

    /**
     * Writes an extent of a holder. Eight words a turn make this method longer than 325 bytecodes,
     * so HotSpot never inlines it ({@code FreqInlineSize}). Inlined deep in a chain of callers, its
     * stores were real calls ({@code MaxInlineLevel}): such a process wrote half as many values of
     * 1,000 bytes per second.
     */
    static void write(MemorySegment memory, long base, long pointer, long holder, byte[] content) {
        assert bytes(content.length) <= ExtentPointer.bytes(ExtentPointer.size(pointer));
        long sum = checksumOfHead(pointer, content.length, holder);
        long to = base + CONTENT;
        int from = 0;
        for (; from <= content.length - TURN; from += TURN, to += TURN) {
            long first = (long) WORD_OF_BYTES.get(content, from);
            long second = (long) WORD_OF_BYTES.get(content, from + Long.BYTES);
            long third = (long) WORD_OF_BYTES.get(content, from + 2 * Long.BYTES);
            long fourth = (long) WORD_OF_BYTES.get(content, from + 3 * Long.BYTES);
            long fifth = (long) WORD_OF_BYTES.get(content, from + 4 * Long.BYTES);
            long sixth = (long) WORD_OF_BYTES.get(content, from + 5 * Long.BYTES);
            long seventh = (long) WORD_OF_BYTES.get(content, from + 6 * Long.BYTES);
            long eighth = (long) WORD_OF_BYTES.get(content, from + 7 * Long.BYTES);
            SharedWords.plain(memory, to, first);
            SharedWords.plain(memory, to + Long.BYTES, second);
            SharedWords.plain(memory, to + 2 * Long.BYTES, third);
            SharedWords.plain(memory, to + 3 * Long.BYTES, fourth);
            SharedWords.plain(memory, to + 4 * Long.BYTES, fifth);
            SharedWords.plain(memory, to + 5 * Long.BYTES, sixth);
            SharedWords.plain(memory, to + 6 * Long.BYTES, seventh);
            SharedWords.plain(memory, to + 7 * Long.BYTES, eighth);
            sum = mix(mix(mix(mix(sum, first), second), third), fourth);
            sum = mix(mix(mix(mix(sum, fifth), sixth), seventh), eighth);
        }
        for (; from < content.length; from += Long.BYTES, to += Long.BYTES) {
            long word = word(content, from);
            SharedWords.plain(memory, to, word);
            sum = mix(sum, word);
        }
        SharedWords.plain(memory, base, head(pointer, content.length));
        SharedWords.plain(memory, base + HOLDER, holder);
        SharedWords.plain(memory, base + CHECKSUM, folded(sum));
    }

    /** The content, of a length as {@link #length} has returned it. */
    public static byte[] content(MemorySegment memory, long base, int length) {
        byte[] content = new byte[length];
        SharedWords.copy(memory, base + CONTENT, content);
        return content;
    }

    private static long word(byte[] content, int from) {
        if (from + Long.BYTES <= content.length) {
            return (long) WORD_OF_BYTES.get(content, from);
        }
        long bits = 0;
        for (int i = from; i < content.length; i++) {
            bits |= (content[i] & 0xFFL) << (Byte.SIZE * (i - from));
        }
        return bits;
    }

    private static long wordAt(long base, int i) {
        return base + CONTENT + (long) i * Long.BYTES;
    }

    /**
     * Length of the content in a copy, or {@link #OTHER} if the copy is not whole or not of the
     * extent that a pointer refers to.
     */
    public static int length(MemorySegment copy, long base, long pointer) {
        long head = SharedWords.plain(copy, base);
        int length = (int) head;
        if (length < 0
                || head != head(pointer, length)
                || bytes(length) > ExtentPointer.bytes(ExtentPointer.size(pointer))
                || SharedWords.plain(copy, base + CHECKSUM)
                        != checksum(copy, base, pointer, length)) {
            return OTHER;
        }
        return length;
    }

    /** The holder of an extent in place. */
    static long holder(MemorySegment memory, long pointer) {
        return SharedWords.plain(memory, offset(pointer) + HOLDER);
    }

    /** Offset of the extent that a pointer refers to. */
    static long offset(long pointer) {
        return ExtentPointer.offset(pointer);
    }

    /** Whether what a pointer refers to lies in a memory, also if it is no pointer at all. */
    static boolean isWithin(MemorySegment memory, long pointer) {
        int size = ExtentPointer.size(pointer);
        return ExtentPointer.isPointer(pointer)
                && size < ExtentPointer.SIZES
                && offset(pointer) <= memory.byteSize() - ExtentPointer.bytes(size);
    }

    /**
     * Length of the content of an extent in place, or {@link #OTHER} if it cannot be one. Does not
     * look at the checksum: the caller validates the page that it has the pointer from.
     */
    static int lengthInPlace(MemorySegment memory, long pointer) {
        if (!isWithin(memory, pointer)) {
            return OTHER;
        }
        long head = SharedWords.plain(memory, offset(pointer));
        int length = (int) head;
        boolean possible =
                length >= 0
                        && length <= LONGEST + Long.BYTES
                        && head == head(pointer, length)
                        && bytes(length) <= ExtentPointer.bytes(ExtentPointer.size(pointer));
        return possible ? length : OTHER;
    }

    /** Compares the content, of a length as {@link #lengthInPlace} has returned it, with a key. */
    static int compare(MemorySegment memory, long pointer, int length, byte[] key) {
        long base = offset(pointer);
        int words = words(Math.min(length, key.length));
        for (int i = 0; i < words; i++) {
            long here = SharedWords.plain(memory, wordAt(base, i));
            long there = KeyProbe.load(key, i * Long.BYTES, Long.BYTES);
            if (here != there) {
                return Long.compareUnsigned(Long.reverseBytes(here), Long.reverseBytes(there));
            }
        }
        return Integer.compare(length, key.length);
    }

    private static long head(long pointer, int length) {
        return ((long) ExtentPointer.generation(pointer) << GENERATION_SHIFT) | length;
    }

    private static long checksum(MemorySegment memory, long base, long pointer, int length) {
        long sum = checksumOfHead(pointer, length, SharedWords.plain(memory, base + HOLDER));
        for (int i = 0; i < words(length); i++) {
            sum = mix(sum, SharedWords.plain(memory, wordAt(base, i)));
        }
        return folded(sum);
    }

    private static long checksumOfHead(long pointer, int length, long holder) {
        return mix(mix(pointer * Hashing.MULTIPLIER, length), holder);
    }

    private static long folded(long sum) {
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
