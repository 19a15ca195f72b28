package dev.mangrove.fabric.tcp;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Limits;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Messages of one connection that have arrived and were not consumed yet: a ring that grows as
 * needed up to what the window allows, from one producing thread to one consuming thread.
 *
 * <pre>
 *  0            4            8                        16
 * +------------+------------+------------------------+-------------------------+
 * |   length   |    kind    |       immediate        | message, padded to 8    |
 * +------------+------------+------------------------+-------------------------+
 * </pre>
 *
 * Producer: {@link #begin}, any number of {@link #append}, {@link #commit}. Consumer: {@link
 * #next}, use {@link #memory}, {@link #release}. Only the consumer's record may be in use outside
 * the lock; when the ring grows it stays where it was, in memory that lives until the consumer
 * releases it.
 */
final class MessageQueue {
    static final int NOTHING = 0;
    static final int MESSAGE = 1;
    static final int IMMEDIATE = 2;
    private static final int SKIP = 3;

    private static final int HEAD_BYTES = 16;

    /** Chosen: a few small messages; the queue doubles up to the window. */
    private static final int SMALLEST = 4 << 10;

    /** A record that does not fit at the end of the ring leaves a gap smaller than itself. */
    private static final int LARGEST = Limits.WINDOW + Frame.paddedSize(Limits.LARGEST_MESSAGE);

    private MemorySegment ring = MemorySegment.NULL;
    private int capacity;
    private int head;
    private int used;

    /**
     * The producer's record: bytes skipped before it, its start, where it is filled next, its end.
     */
    private int gap;

    private int fillStart;
    private int filling;
    private int fillEnd;

    private MemorySegment taken = MemorySegment.NULL;
    private int takenAt;

    static {
        if (HEAD_BYTES != Frame.HEADER_BYTES) {
            throw new AssertionError("a record must cost what its frame costs");
        }
    }

    /** Starts a record. The caller has checked the window, so there is room. */
    synchronized void begin(int kind, int length, int immediate) {
        int bytes = HEAD_BYTES + Frame.padded(length);
        gap = 0;
        int at = place(bytes);
        ring.set(JAVA_LONG, at, (long) kind << 32 | length);
        ring.set(JAVA_LONG, at + 8L, immediate);
        fillStart = at;
        filling = at + HEAD_BYTES;
        fillEnd = at + bytes;
    }

    /** Adds bytes to the record. */
    void append(MemorySegment from, long offset, int length) {
        assert filling + length <= fillEnd;
        MemorySegment.copy(from, offset, ring, filling, length);
        filling += length;
    }

    /** Lets the consumer see the record. */
    synchronized void commit() {
        used += gap + fillEnd - fillStart;
    }

    /** Takes the next record without removing it and returns its kind. */
    synchronized int next() {
        if (used == 0) {
            return NOTHING;
        }
        if (kindAt(head) == SKIP) {
            used -= capacity - head;
            head = 0;
        }
        taken = ring;
        takenAt = head;
        return kindAt(head);
    }

    /** Memory that the taken record is in. */
    MemorySegment memory() {
        return taken;
    }

    /** Where the taken message starts. */
    long offset() {
        return (long) takenAt + HEAD_BYTES;
    }

    /** Length of the taken message. */
    int length() {
        return (int) taken.get(JAVA_LONG, takenAt);
    }

    /** The taken immediate. */
    int immediate() {
        return (int) taken.get(JAVA_LONG, takenAt + 8L);
    }

    /** Removes the taken record and returns its cost of the window. */
    synchronized int release() {
        int bytes = bytesAt(head);
        head = (head + bytes) % capacity;
        used -= bytes;
        taken = MemorySegment.NULL;
        return bytes;
    }

    synchronized boolean isEmpty() {
        return used == 0;
    }

    private int kindAt(int at) {
        return (int) (ring.get(JAVA_LONG, at) >>> 32);
    }

    private int bytesAt(int at) {
        return HEAD_BYTES + Frame.padded((int) ring.get(JAVA_LONG, at));
    }

    /** Finds contiguous room for a record and returns its start. */
    private int place(int bytes) {
        // Ends: grow() makes the ring large enough; it is repeated at most once.
        while (true) {
            if (used == 0) {
                head = 0;
            }
            int tail = head + used;
            if (tail < capacity) {
                if (capacity - tail >= bytes) {
                    return tail;
                }
                if (head >= bytes) {
                    ring.set(JAVA_LONG, tail, (long) SKIP << 32);
                    gap = capacity - tail;
                    return 0;
                }
            } else if (capacity - used >= bytes) {
                return tail - capacity;
            }
            grow(bytes);
        }
    }

    /** Moves all records to the front of a larger ring. */
    private void grow(int bytes) {
        assert capacity < LARGEST : capacity;
        int larger = Math.max(SMALLEST, capacity * 2);
        while (larger < used + bytes) {
            larger *= 2;
        }
        larger = Math.min(larger, LARGEST);
        MemorySegment next = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(larger));
        int moved = 0;
        for (int left = used, at = head; left > 0; ) {
            if (kindAt(at) == SKIP) {
                left -= capacity - at;
                at = 0;
                continue;
            }
            int size = bytesAt(at);
            MemorySegment.copy(ring, at, next, moved, size);
            moved += size;
            left -= size;
            at = (at + size) % capacity;
        }
        ring = next;
        capacity = larger;
        head = 0;
        used = moved;
    }
}
