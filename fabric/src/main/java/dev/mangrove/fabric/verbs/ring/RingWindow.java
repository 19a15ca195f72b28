package dev.mangrove.fabric.verbs.ring;

/**
 * A sender's account of the room in its peer's ring. Messages lie one behind the other, each
 * contiguous and aligned to a unit of 64 bytes; one that does not fit at the end starts at the
 * beginning. The receiver counts consumed units and records, gaps included, and sends both counts,
 * which wrap, as one credit.
 *
 * <pre>
 * immediate of a message   31 .. 29: 0   28 .. 17: first unit   16 .. 0: length
 * credit                   31 .. 16: units taken                15 .. 0: records taken
 * </pre>
 */
public final class RingWindow {
    /** A cache line, so that two messages never share one. */
    public static final int UNIT = 64;

    /** 256 KiB, the contract's bound on unconsumed messages; the first unit has 12 bits. */
    static final int UNITS = 4096;

    public static final int BYTES = UNIT * UNITS;

    /**
     * Records on their way: each takes a receive that the peer has posted. Chosen: messages of 512
     * bytes use up ring and receives at the same time.
     */
    public static final int RECORDS = 512;

    /** Chosen: a quarter of the ring, as for the other providers. */
    public static final int LARGEST_MESSAGE = 64 << 10;

    /** Consumed units or records at which a receiver sends a credit. */
    static final int UNITS_DUE = UNITS / 4;

    /** Chosen, for both: few credits per message, and most of the window stays usable. */
    static final int RECORDS_DUE = RECORDS / 4;

    /** Returned instead of a unit when there is no room. */
    public static final int NO_ROOM = -1;

    private static final int LENGTH_BITS = 17;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    private static final int COUNT_MASK = 0xFFFF;

    static {
        // Units whose credit the receiver holds back must leave room for the largest message.
        if (2 * units(LARGEST_MESSAGE) > UNITS - UNITS_DUE || LARGEST_MESSAGE > LENGTH_MASK) {
            throw new AssertionError("limits contradict each other");
        }
    }

    private long unitsSent;
    private long unitsTaken;
    private long recordsSent;
    private long recordsTaken;

    /** Units that a message takes. */
    static int units(int length) {
        return Math.max(1, (length + UNIT - 1) / UNIT);
    }

    /** The immediate that announces a message. */
    public static int immediate(int unit, int length) {
        return unit << LENGTH_BITS | length;
    }

    static int unit(int immediate) {
        return immediate >>> LENGTH_BITS;
    }

    static int length(int immediate) {
        return immediate & LENGTH_MASK;
    }

    static int credit(long units, long records) {
        return (int) (units & COUNT_MASK) << 16 | (int) (records & COUNT_MASK);
    }

    /** Finds room for a message and returns its first unit, or {@link #NO_ROOM}. */
    public int place(int length) {
        int units = units(length);
        int at = (int) (unitsSent % UNITS);
        int gap = at + units > UNITS ? UNITS - at : 0;
        if (unitsSent + gap + units - unitsTaken > UNITS || !hasRecord()) {
            return NO_ROOM;
        }
        unitsSent += gap + units;
        recordsSent++;
        return gap > 0 ? 0 : at;
    }

    /** Finds room for a record without bytes. */
    public boolean placeRecord() {
        if (!hasRecord()) {
            return false;
        }
        recordsSent++;
        return true;
    }

    private boolean hasRecord() {
        return recordsSent - recordsTaken < RECORDS;
    }

    /** Takes a credit; false if it gives back more than was sent. */
    public boolean take(int credit) {
        long units = ((credit >>> 16) - unitsTaken) & COUNT_MASK;
        long records = (credit - recordsTaken) & COUNT_MASK;
        if (units > unitsSent - unitsTaken || records > recordsSent - recordsTaken) {
            return false;
        }
        unitsTaken += units;
        recordsTaken += records;
        return true;
    }
}
