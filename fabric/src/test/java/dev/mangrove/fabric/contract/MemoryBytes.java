package dev.mangrove.fabric.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** Bytes and little-endian words of memory segments. */
public final class MemoryBytes {
    private static final ValueLayout.OfLong WORD =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LOOSE_WORD = WORD.withByteAlignment(1);
    private static final VarHandle WORD_HANDLE = WORD.varHandle();

    private MemoryBytes() {}

    public static byte[] bytes(MemorySegment memory, long offset, int length) {
        byte[] bytes = new byte[length];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, 0, length);
        return bytes;
    }

    public static void put(MemorySegment memory, long offset, byte... bytes) {
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset, bytes.length);
    }

    public static long word(MemorySegment memory, long offset) {
        return memory.get(LOOSE_WORD, offset);
    }

    public static void putWord(MemorySegment memory, long offset, long value) {
        memory.set(LOOSE_WORD, offset, value);
    }

    public static long wordAcquire(MemorySegment memory, long offset) {
        return (long) WORD_HANDLE.getAcquire(memory, offset);
    }

    public static void putWordRelease(MemorySegment memory, long offset, long value) {
        WORD_HANDLE.setRelease(memory, offset, value);
    }

    public static long getAndAddWord(MemorySegment memory, long offset, long delta) {
        return (long) WORD_HANDLE.getAndAdd(memory, offset, delta);
    }

    static boolean compareAndSetWord(
            MemorySegment memory, long offset, long expected, long replacement) {
        return WORD_HANDLE.compareAndSet(memory, offset, expected, replacement);
    }

    /** A word as eight bytes. */
    public static byte[] bytesOf(long word) {
        byte[] bytes = new byte[Long.BYTES];
        putWord(MemorySegment.ofArray(bytes), 0, word);
        return bytes;
    }

    /** The word in the first eight bytes. */
    public static long wordOf(byte... bytes) {
        return word(MemorySegment.ofArray(bytes), 0);
    }

    /** Asserts that bytes are equal; the failure shows only where they differ. */
    public static void assertSame(byte[] actual, byte[] expected, String what) {
        int at = Arrays.mismatch(actual, expected);
        if (at >= 0) {
            throw new AssertionError(
                    what
                            + " differs at byte "
                            + at
                            + ": actual="
                            + describe(actual, at)
                            + ", expected="
                            + describe(expected, at));
        }
    }

    private static String describe(byte[] bytes, int at) {
        int end = Math.min(bytes.length, at + Long.BYTES);
        return HexFormat.of().formatHex(bytes, Math.min(at, end), end)
                + " of "
                + bytes.length
                + " bytes";
    }

    /** Bytes that a seed determines. */
    public static byte[] pattern(long seed, int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }
}
