package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.memory.MemoryVerbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Records from one writer to one reader through shared memory.
 *
 * <pre>
 *  0            128           256                                  256 + 256 KiB
 * +------------+-------------+------------------------------------+
 * | tail       | head        | length type payload | length ...   |
 * +------------+-------------+------------------------------------+
 * </pre>
 *
 * Positions count bytes for ever; the index is the position modulo the capacity. The writer fills a
 * record behind {@code tail} and then moves {@code tail} (release). The reader takes records up to
 * {@code tail} (acquire) and then moves {@code head} (release), which gives the room back. A record
 * never wraps: a PADDING record fills the end. Each side believes its own position and checks the
 * other's, so a damaged or hostile peer ends in an error.
 */
final class ShmRing {
    /**
     * The contract's bound on unconsumed messages, per connection and direction. Chosen: four of
     * the largest messages; 1,024 connections take 512 MiB at most.
     */
    static final int CAPACITY = 256 * 1024;

    static final int MESSAGE = 1;
    static final int IMMEDIATE = 2;
    static final long BYTES = 256 + CAPACITY;

    /**
     * Largest payload that an empty ring accepts at every position: a record never wraps, so
     * padding may waste as much as the record needs.
     */
    static final int LARGEST_PAYLOAD = CAPACITY / 4 - 8;

    private static final int PADDING = 3;
    private static final int MASK = CAPACITY - 1;
    private static final int HEADER = 8;
    private static final long TAIL = 0;
    private static final long HEAD = 128;
    private static final long DATA = 256;
    private static final OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle().withInvokeExactBehavior();

    private final MemorySegment memory;
    private final long base;
    private final long data;

    /** The side's own position: the writer's tail, the reader's head. */
    private long own;

    /** The other side's position when it was last read. */
    private long other;

    private int recordType;
    private int recordLength;

    ShmRing(MemorySegment memory, long base) {
        this.memory = memory;
        this.base = base;
        this.data = base + DATA;
    }

    /** Writer: appends a record, or returns false if there is no room now. */
    boolean offer(int type, MemorySegment source, long offset, int length) {
        int needed = HEADER + (length + 7 & -8);
        int contiguous = CAPACITY - (int) (own & MASK);
        int total = needed <= contiguous ? needed : contiguous + needed;
        if (!hasRoom(total)) {
            return false;
        }
        if (needed > contiguous) {
            putHeader(PADDING, contiguous - HEADER);
            own += contiguous;
        }
        putHeader(type, length);
        MemoryVerbs.write(memory, data + (own & MASK) + HEADER, source, offset, length);
        own += needed;
        WORDS.setRelease(memory, base + TAIL, own);
        return true;
    }

    private void putHeader(int type, int length) {
        long at = data + (own & MASK);
        memory.set(INT, at, length);
        memory.set(INT, at + 4, type);
    }

    private boolean hasRoom(int bytes) {
        if (CAPACITY - (own - other) >= bytes) {
            return true;
        }
        other = (long) WORDS.getAcquire(memory, base + HEAD);
        check(own - other);
        return CAPACITY - (own - other) >= bytes;
    }

    /** Reader: whether a record is there. */
    boolean hasNext() {
        if (other == own) {
            other = (long) WORDS.getAcquire(memory, base + TAIL);
        }
        return other != own;
    }

    /**
     * Reader: moves to the next record; false if there is none. The record stays until {@link
     * #release}.
     */
    boolean next() {
        while (hasNext()) {
            check(other - own);
            long at = data + (own & MASK);
            int length = memory.get(INT, at);
            int type = memory.get(INT, at + 4);
            int contiguous = CAPACITY - (int) (own & MASK);
            if (length < 0
                    || length > contiguous - HEADER
                    || HEADER + (length + 7 & -8) > other - own) {
                throw damaged("record of " + length + " bytes at " + own);
            }
            recordType = type;
            recordLength = length;
            if (type != PADDING) {
                return true;
            }
            release();
        }
        return false;
    }

    int type() {
        return recordType;
    }

    int length() {
        return recordLength;
    }

    /** Where the payload of the current record starts in {@link #memory}. */
    long payload() {
        return data + (own & MASK) + HEADER;
    }

    MemorySegment memory() {
        return memory;
    }

    /**
     * Reader: copies the payload of the current record, so that the other side cannot change it.
     */
    void copyPayload(MemorySegment target) {
        if (recordLength > LARGEST_PAYLOAD) {
            throw damaged("record of " + recordLength + " bytes");
        }
        MemoryVerbs.read(memory, payload(), target, 0, recordLength);
    }

    /** Reader: gives the room of the current record back. */
    void release() {
        own += HEADER + (recordLength + 7 & -8);
        WORDS.setRelease(memory, base + HEAD, own);
    }

    private static void check(long distance) {
        if (distance < 0 || distance > CAPACITY) {
            throw damaged("positions " + distance + " bytes apart");
        }
    }

    private static DamagedRingException damaged(String what) {
        return new DamagedRingException(what);
    }
}
