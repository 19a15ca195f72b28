package dev.mangrove.fabric.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One verb on memory that other threads and processes use at the same time.
 *
 * <p>Order: a write is preceded by a release fence and a read followed by an acquire fence, so a
 * reader that sees a later write of a thread also sees its earlier ones. Atomicity: the shared side
 * is only ever touched in whole aligned 8-byte words, apart from the bytes before the first and
 * after the last such word.
 *
 * <p>Copies are plain loops, except for READs of a line or more on x86-64, which {@link
 * MemorySegment#copy} does in half of the time. That method calls a stub of the JVM, which moves
 * whole longs if both addresses and the length are multiples of 8. On Arm a fault inside the stub
 * (the file was truncated) kills the process, while a fault in compiled Java becomes an {@code
 * InternalError}; on x86-64 both do. Atomics load the word before they change it. A failed
 * comparison then needs no bus lock, and truncated memory faults in a plain load, which the JVM
 * survives, not in an atomic instruction, which it may not survive.
 */
public final class MemoryVerbs {
    private static final OfLong WORD = JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final OfLong ANY_WORD = JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle().withInvokeExactBehavior();

    /** Whether a fault in a copy by the JVM is an error that a program survives. */
    static final boolean FAULTS_IN_STUBS_ARE_ERRORS = System.getProperty("os.arch").equals("amd64");

    /** Bytes from which a call of the stub is worth it; measured. */
    private static final int STUB_FROM = 64;

    private MemoryVerbs() {}

    /** READ: copies shared memory to private memory. */
    public static void read(
            MemorySegment shared, long offset, MemorySegment local, long localOffset, int length) {
        if (areWholeWords(shared, offset, length)) {
            readWords(shared, offset, local, localOffset, length);
        } else {
            readPieces(shared, offset, local, localOffset, length);
        }
        VarHandle.acquireFence();
    }

    /**
     * A READ without its fence. {@link #read} does not call it: with one more level of calls, one
     * run in nine was four times as slow, because the accesses in the loop were then beyond the
     * JVM's limit of 15 levels of inlining.
     */
    static void readUnordered(
            MemorySegment shared, long offset, MemorySegment local, long localOffset, int length) {
        if (areWholeWords(shared, offset, length)) {
            readWords(shared, offset, local, localOffset, length);
        } else {
            readPieces(shared, offset, local, localOffset, length);
        }
    }

    private static void readPieces(
            MemorySegment shared, long offset, MemorySegment local, long localOffset, int length) {
        int head = bytesBeforeWord(shared, offset, length);
        int words = length - head & -Long.BYTES;
        for (int i = 0; i < head; i++) {
            local.set(JAVA_BYTE, localOffset + i, shared.get(JAVA_BYTE, offset + i));
        }
        readWords(shared, offset + head, local, localOffset + head, words);
        for (int i = head + words; i < length; i++) {
            local.set(JAVA_BYTE, localOffset + i, shared.get(JAVA_BYTE, offset + i));
        }
    }

    private static void readWords(
            MemorySegment shared, long offset, MemorySegment local, long localOffset, int length) {
        if (FAULTS_IN_STUBS_ARE_ERRORS && length >= STUB_FROM && isAligned(local, localOffset)) {
            MemorySegment.copy(shared, offset, local, localOffset, length);
            return;
        }
        for (int i = 0; i < length; i += Long.BYTES) {
            local.set(ANY_WORD, localOffset + i, shared.get(ANY_WORD, offset + i));
        }
    }

    /** WRITE: copies private memory to shared memory. */
    public static void write(
            MemorySegment shared, long offset, MemorySegment local, long localOffset, int length) {
        VarHandle.releaseFence();
        if (areWholeWords(shared, offset, length)) {
            writeWords(shared, offset, local, localOffset, length);
        } else {
            writePieces(shared, offset, local, localOffset, length);
        }
    }

    /** A WRITE without its fence. */
    static void writeUnordered(
            MemorySegment shared, long offset, MemorySegment local, long localOffset, int length) {
        if (areWholeWords(shared, offset, length)) {
            writeWords(shared, offset, local, localOffset, length);
        } else {
            writePieces(shared, offset, local, localOffset, length);
        }
    }

    private static void writePieces(
            MemorySegment shared, long offset, MemorySegment local, long localOffset, int length) {
        int head = bytesBeforeWord(shared, offset, length);
        int words = length - head & -Long.BYTES;
        for (int i = 0; i < head; i++) {
            shared.set(JAVA_BYTE, offset + i, local.get(JAVA_BYTE, localOffset + i));
        }
        writeWords(shared, offset + head, local, localOffset + head, words);
        for (int i = head + words; i < length; i++) {
            shared.set(JAVA_BYTE, offset + i, local.get(JAVA_BYTE, localOffset + i));
        }
    }

    private static void writeWords(
            MemorySegment shared, long offset, MemorySegment local, long localOffset, int length) {
        for (int i = 0; i < length; i += Long.BYTES) {
            shared.set(ANY_WORD, offset + i, local.get(ANY_WORD, localOffset + i));
        }
    }

    /** WRITE of one word given by value. */
    public static void writeLong(MemorySegment shared, long offset, long value) {
        if (isAligned(shared, offset)) {
            WORDS.setRelease(shared, offset, value);
        } else {
            VarHandle.releaseFence();
            shared.set(ANY_WORD, offset, value);
        }
    }

    /** COMPARE_AND_SWAP: returns what the word held. */
    public static long compareAndSwap(
            MemorySegment shared, long offset, long expected, long replacement) {
        long found = (long) WORDS.getVolatile(shared, offset);
        return found != expected
                ? found
                : (long) WORDS.compareAndExchange(shared, offset, expected, replacement);
    }

    /** MASKED_COMPARE_AND_SWAP: returns what the whole word held. */
    public static long maskedCompareAndSwap(
            MemorySegment shared,
            long offset,
            long expected,
            long replacement,
            long compareMask,
            long swapMask) {
        long found = (long) WORDS.getVolatile(shared, offset);
        while (((found ^ expected) & compareMask) == 0) {
            long next = (found & ~swapMask) | (replacement & swapMask);
            long before = (long) WORDS.compareAndExchange(shared, offset, found, next);
            if (before == found) {
                break;
            }
            found = before; // Lock-free: a retry means that another client succeeded.
        }
        return found;
    }

    /** FETCH_AND_ADD: returns what the word held. */
    public static long fetchAndAdd(MemorySegment shared, long offset, long delta) {
        long ignored = (long) WORDS.getOpaque(shared, offset);
        return (long) WORDS.getAndAdd(shared, offset, delta);
    }

    private static boolean isAligned(MemorySegment memory, long offset) {
        return ((memory.address() + offset) & 7) == 0;
    }

    static boolean areWholeWords(MemorySegment memory, long offset, int length) {
        return ((memory.address() + offset | length) & 7) == 0;
    }

    private static int bytesBeforeWord(MemorySegment memory, long offset, int length) {
        return (int) Math.min(length, -(memory.address() + offset) & 7);
    }
}
