package dev.mangrove.fabric.shm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Both sides of a ring, with records of one line each. All words of a record are its number, so
 * that the reader can tell them from those of the record that was there before. Positions stay from
 * state to state, so the records of a test are at all places of the ring in turn.
 */
final class WordRing {
    /** Words of a record: a line with its header of 8 bytes. */
    static final int WORDS = 7;

    /** Records that fill a ring. */
    static final int CAPACITY = ShmRing.CAPACITY / (8 + WORDS * Long.BYTES);

    /** A word as it must be. */
    static final int RIGHT = 1;

    /** Any other word. */
    static final int WRONG = 2;

    private final MemorySegment memory = Arena.ofAuto().allocate(ShmRing.BYTES, 128);
    private final MemorySegment payload = Arena.ofAuto().allocate(WORDS * (long) Long.BYTES, 64);
    private final ShmRing writer = new ShmRing(memory, 0);
    private final ShmRing reader = new ShmRing(memory, 0);
    private long written;
    private long released;
    private boolean read;
    private boolean damaged;

    /** Writer: writes the next record; false if there is no room. */
    boolean write() {
        for (int i = 0; i < WORDS; i++) {
            payload.setAtIndex(JAVA_LONG, i, written + 1);
        }
        if (!writer.offer(ShmRing.MESSAGE, payload, 0, WORDS * Long.BYTES)) {
            return false;
        }
        written++;
        return true;
    }

    /**
     * Reader: moves to the next record; false if there is none. A damaged one has no right word.
     */
    boolean next() {
        try {
            read = reader.next();
        } catch (DamagedRingException e) {
            read = true;
            damaged = true;
        }
        return read;
    }

    /** Reader: compares a word of the record with what it must be. */
    int check(int word) {
        if (damaged) {
            return WRONG;
        }
        long found = reader.memory().get(JAVA_LONG, reader.payload() + (long) word * Long.BYTES);
        return found == released + 1 ? RIGHT : WRONG;
    }

    /** Reader: whether it has found a record that cannot be, so that the ring is of no use. */
    boolean isDamaged() {
        return damaged;
    }

    /** Reader: whether it is at a record. */
    boolean isRead() {
        return read;
    }

    /** Reader: gives the room of the record back. */
    void release() {
        reader.release();
        released++;
        read = false;
    }
}
