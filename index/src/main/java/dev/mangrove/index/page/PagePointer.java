package dev.mangrove.index.page;

import dev.mangrove.fabric.Address;

/**
 * Arithmetic on pointers to pages. A pointer is an {@link Address} whose unused bits hold the
 * generation of the page that is meant:
 *
 * <pre>
 *  63            48 47           38 37                       6 5              0
 * +----------------+---------------+--------------------------+----------------+
 * |   region id    |  generation   |  line within the region  |  generation    |
 * |                |  bits 6 to 15 |                          |  bits 0 to 5   |
 * +----------------+---------------+--------------------------+----------------+
 * </pre>
 *
 * Pages lie on whole lines of 64 bytes in the first 256 GiB of a region.
 */
public final class PagePointer {
    /** Points nowhere. */
    public static final long NULL = 0L;

    /** Bytes of a region that pointers can reach. */
    public static final long REACH = 1L << 38;

    /** Generations before they start again. */
    public static final int GENERATIONS = 1 << 16;

    private static final int LOW_BITS = 6;
    private static final long LOW_MASK = (1L << LOW_BITS) - 1;
    private static final int HIGH_SHIFT = 38;
    private static final long HIGH_MASK = 0x3FFL << HIGH_SHIFT;

    private PagePointer() {}

    /** Points to a page at an address, in one of its generations. */
    public static long of(long address, int generation) {
        assert (address & (LOW_MASK | HIGH_MASK)) == 0 : Address.toString(address);
        long bits = generation & (GENERATIONS - 1);
        return address | (bits & LOW_MASK) | ((bits >>> LOW_BITS) << HIGH_SHIFT);
    }

    /** Where the page is. */
    public static long address(long pointer) {
        return pointer & ~(LOW_MASK | HIGH_MASK);
    }

    /** Which use of it is meant. */
    public static int generation(long pointer) {
        return (int) (((pointer & HIGH_MASK) >>> (HIGH_SHIFT - LOW_BITS)) | (pointer & LOW_MASK));
    }

    /** The generation after one; never 0, which is that of memory nobody has used. */
    public static int nextGeneration(int generation) {
        return generation == GENERATIONS - 1 ? 1 : generation + 1;
    }

    /** Readable form. */
    public static String toString(long pointer) {
        return pointer == NULL
                ? "null"
                : Address.toString(address(pointer)) + " (generation " + generation(pointer) + ")";
    }
}
