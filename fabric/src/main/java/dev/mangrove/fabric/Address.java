package dev.mangrove.fabric;

/**
 * Arithmetic on remote addresses. An address is one 64-bit value, never an object:
 *
 * <pre>
 *  63            48 47                                  0
 * +----------------+-------------------------------------+
 * |   region id    |       offset within the region      |
 * +----------------+-------------------------------------+
 * </pre>
 *
 * Region ids start at 1, so no byte of any region has address 0 and {@link #NULL} is free to mean
 * "nothing".
 */
public final class Address {
    /** Points nowhere. */
    public static final long NULL = 0L;

    /** Largest region id. */
    public static final int MAX_REGION = 0xFFFF;

    private static final int OFFSET_BITS = 48;

    /** Largest offset within a region. */
    public static final long MAX_OFFSET = (1L << OFFSET_BITS) - 1;

    private Address() {}

    /** Packs a region id and an offset. */
    public static long of(int region, long offset) {
        if (region < 1 || region > MAX_REGION || offset < 0 || offset > MAX_OFFSET) {
            throw new IllegalArgumentException(
                    "no such address: region=" + region + ", offset=" + offset);
        }
        return ((long) region << OFFSET_BITS) | offset;
    }

    /** Region id of an address. */
    public static int region(long address) {
        return (int) (address >>> OFFSET_BITS);
    }

    /** Offset within the region. */
    public static long offset(long address) {
        return address & MAX_OFFSET;
    }

    /** Readable form, {@code region:0xoffset}. */
    public static String toString(long address) {
        return address == NULL
                ? "null"
                : region(address) + ":0x" + Long.toHexString(offset(address));
    }
}
