package dev.mangrove.fabric.verbs.ring;

import dev.mangrove.fabric.socket.ProtocolException;

import java.lang.foreign.MemorySegment;

/**
 * The receiving side of a ring: records that have arrived and are not consumed, and the credit due;
 * see {@link RingWindow}. Values from the peer are checked before use. Belongs to the thread that
 * takes messages.
 */
public final class RingReader {
    private static final long BARE = 1L << 32;

    private final MemorySegment ring;
    private final long[] arrived = new long[RingWindow.RECORDS];
    private int first;
    private int number;
    private long units;
    private long records;
    private long unitsTold;
    private long recordsTold;
    private int nextUnits;

    public RingReader(MemorySegment ring) {
        this.ring = ring;
    }

    /** A message has arrived. */
    public void message(int immediate) throws ProtocolException {
        add(Integer.toUnsignedLong(immediate));
    }

    /** A record without bytes has arrived. */
    public void bare(int immediate) throws ProtocolException {
        add(BARE | Integer.toUnsignedLong(immediate));
    }

    private void add(long record) throws ProtocolException {
        if (number == arrived.length) {
            throw new ProtocolException("more messages than the window allows");
        }
        arrived[(first + number) % arrived.length] = record;
        number++;
    }

    public boolean isEmpty() {
        return number == 0;
    }

    /** Whether the next record has no bytes; {@link #value} is all of it. */
    public boolean isBare() {
        return (arrived[first] & BARE) != 0;
    }

    public int value() {
        return (int) arrived[first];
    }

    public MemorySegment memory() {
        return ring;
    }

    /** Checks where the next message lies and returns its first byte. */
    public long offset() throws ProtocolException {
        int unit = RingWindow.unit(value());
        int length = RingWindow.length(value());
        int expected = (int) (units % RingWindow.UNITS);
        int gap = unit == 0 && expected != 0 ? RingWindow.UNITS - expected : 0;
        if ((gap == 0 && unit != expected)
                || length > RingWindow.LARGEST_MESSAGE
                || unit + RingWindow.units(length) > RingWindow.UNITS) {
            throw new ProtocolException(
                    "no such message: unit="
                            + unit
                            + ", length="
                            + length
                            + ", expected unit="
                            + expected);
        }
        nextUnits = gap + RingWindow.units(length);
        return (long) unit * RingWindow.UNIT;
    }

    public int length() {
        return RingWindow.length(value());
    }

    /** The next record has been consumed. */
    public void release() {
        if (!isBare()) {
            units += nextUnits;
        }
        records++;
        first = (first + 1) % arrived.length;
        number--;
    }

    /** Drops records that have arrived and are not consumed. */
    public void clear() {
        number = 0;
    }

    /** Whether enough was consumed to send a credit. */
    public boolean isCreditDue() {
        return units - unitsTold >= RingWindow.UNITS_DUE
                || records - recordsTold >= RingWindow.RECORDS_DUE;
    }

    /** The credit to send to the peer. */
    public int credit() {
        unitsTold = units;
        recordsTold = records;
        return RingWindow.credit(units, records);
    }
}
