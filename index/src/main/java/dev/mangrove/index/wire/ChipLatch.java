package dev.mangrove.index.wire;

/**
 * A latch of 16 bits in the memory of a network card: 0 when it is free, else the short number that
 * the server has given to a session, and a count.
 *
 * <pre>
 *  15                    5 4          0
 * +-----------------------+------------+
 * | holder, 1 to 2047     | count      |
 * +-----------------------+------------+
 * </pre>
 */
public final class ChipLatch {
    /** Bytes of one latch. */
    public static final int BYTES = 2;

    /** Bytes of all latches of a server. */
    public static final int TABLE_BYTES = BYTES * AddressSpace.LATCHES;

    /** Largest number of a holder. */
    public static final int HOLDERS = 2047;

    /** The bits of a latch. */
    public static final long MASK = 0xFFFF;

    private static final int COUNT_BITS = 5;
    private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;
    private static final int PER_WORD = Long.BYTES / BYTES;

    private ChipLatch() {}

    /** The latch as a holder has it; counts differ from one holding to the next. */
    public static long word(int holder, int count) {
        return (long) holder << COUNT_BITS | (count & COUNT_MASK);
    }

    /** The holder of a latch that is not free. */
    public static int holder(long word) {
        return (int) (word >>> COUNT_BITS);
    }

    /** Where the word of 64 bits starts that a latch is in. */
    public static long wordOffset(int number) {
        return (long) (number / PER_WORD) * Long.BYTES;
    }

    /** Where a latch starts. */
    public static long offset(int number) {
        return (long) number * BYTES;
    }

    /** Bits of its word that are below a latch. */
    public static int shift(int number) {
        return number % PER_WORD * BYTES * Byte.SIZE;
    }
}
