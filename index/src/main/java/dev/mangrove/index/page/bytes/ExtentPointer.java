package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.Address;

/**
 * Arithmetic on pointers to extents. A pointer is an {@link Address} whose unused bits hold
 * generation and size:
 *
 * <pre>
 *  63            48 47           38 37                       6 5              0
 * +----------------+---------------+--------------------------+----------------+
 * |   region id    |  generation   |  line within the region  |      size      |
 * +----------------+---------------+--------------------------+----------------+
 * </pre>
 *
 * Sizes are 1, 2, 3 and 4 lines, and then four for each doubling: 5, 6, 7, 8, 10, 12, 14, 16 …
 * lines. So an extent is less than a quarter larger than needed, plus a line.
 */
public final class ExtentPointer {
    /** The null pointer. */
    public static final long NULL = 0L;

    /** Number of generations; then they wrap around. */
    public static final int GENERATIONS = 1 << 10;

    /** Number of sizes: the largest holds a value of 1 MiB. */
    public static final int SIZES = 53;

    private static final int LINEAR = 4;
    private static final int GENERATION_SHIFT = 38;
    private static final long GENERATION_MASK = (long) (GENERATIONS - 1) << GENERATION_SHIFT;
    private static final long SIZE_MASK = BytesLine.BYTES - 1L;

    static {
        if (SIZES > SIZE_MASK + 1 || bytes(SIZES - 1) < Extent.CONTENT + Extent.LONGEST) {
            throw new AssertionError("the largest extent is too small");
        }
    }

    private ExtentPointer() {}

    /** Pointer to an extent of a size at an address. */
    public static long of(long address, int generation, int size) {
        assert (address & (GENERATION_MASK | SIZE_MASK)) == 0 : Address.toString(address);
        assert size >= 0 && size < SIZES : size;
        return address | ((long) (generation & (GENERATIONS - 1)) << GENERATION_SHIFT) | size;
    }

    /** Address of the extent. */
    public static long address(long pointer) {
        return pointer & ~(GENERATION_MASK | SIZE_MASK);
    }

    /** Generation that the pointer refers to. */
    public static int generation(long pointer) {
        return (int) ((pointer & GENERATION_MASK) >>> GENERATION_SHIFT);
    }

    /** Size of the extent, a number from 0 on. */
    public static int size(long pointer) {
        return (int) (pointer & SIZE_MASK);
    }

    /** Bytes of an extent of a size. */
    public static int bytes(int size) {
        int lines =
                size < LINEAR
                        ? size + 1
                        : (LINEAR + 1 + (size - LINEAR) % LINEAR) << ((size - LINEAR) / LINEAR);
        return lines * BytesLine.BYTES;
    }

    /** The smallest size that has room for so many bytes, the extent's header included. */
    public static int sizeFor(int bytes) {
        int lines = Math.max(1, (bytes + BytesLine.BYTES - 1) / BytesLine.BYTES);
        if (lines <= LINEAR) {
            return lines - 1;
        }
        int doublings = Integer.SIZE - Integer.numberOfLeadingZeros((lines - 1) / (2 * LINEAR));
        int units = ((lines - 1) >> doublings) + 1; // 5 to 8, each of so many doubled lines
        return LINEAR + LINEAR * doublings + units - LINEAR - 1;
    }
}
