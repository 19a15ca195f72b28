package dev.mangrove.index.page;

import dev.mangrove.fabric.Address;

/**
 * Arithmetic on pointers to pages. A pointer is an {@link Address} whose unused bits hold the
 * page's generation:
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
    /** The null pointer. */
    public static final long NULL = 0L;

    /** Bytes at the start of a region that pointers can address. */
    public static final long REACH = 1L << 38;

    /** Number of generations; then they wrap around. */
    public static final int GENERATIONS = 1 << 16;

    private static final int LOW_BITS = 6;
    private static final long LOW_MASK = (1L << LOW_BITS) - 1;
    private static final int HIGH_SHIFT = 38;
    private static final long HIGH_MASK = 0x3FFL << HIGH_SHIFT;

    private PagePointer() {}

    /** Pointer to a generation of the page at an address. */
    public static long of(long address, int generation) {
        assert (address & (LOW_MASK | HIGH_MASK)) == 0 : Address.toString(address);
        long bits = generation & (GENERATIONS - 1);
        return address | (bits & LOW_MASK) | ((bits >>> LOW_BITS) << HIGH_SHIFT);
    }

    /** Address of the page. */
    public static long address(long pointer) {
        return pointer & ~(LOW_MASK | HIGH_MASK);
    }

    /** Offset of the page within its region. */
    public static long offset(long pointer) {
        return pointer & (REACH - 1) & ~LOW_MASK;
    }

    /** Generation that the pointer refers to. */
    public static int generation(long pointer) {
        return (int) (((pointer & HIGH_MASK) >>> (HIGH_SHIFT - LOW_BITS)) | (pointer & LOW_MASK));
    }

    /** The generation that follows; never 0, the generation of unused memory. */
    public static int nextGeneration(int generation) {
        assert generation >= 0 && generation < GENERATIONS : generation;
        return generation == GENERATIONS - 1 ? 1 : generation + 1;
    }

    /** Readable form. */
    public static String toString(long pointer) {
        return pointer == NULL
                ? "null"
                : Address.toString(address(pointer)) + " (generation " + generation(pointer) + ")";
    }
}
