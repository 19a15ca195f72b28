package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.Address;

/**
 * Arithmetic on pointers to extents. An extent lies at the server of the page that names it, so its
 * pointer needs no region:
 *
 * <pre>
 *  63  62       61           38 37                       6 5              0
 * +---+---------+--------------+--------------------------+----------------+
 * | 1 | offered |  generation  |  line within the region  |      size      |
 * +---+---------+--------------+--------------------------+----------------+
 * </pre>
 *
 * The highest bit tells pointers from null. {@code offered} is 0 except in {@link HeldExtents}. The
 * generation has 24 bits. A client that is paused before a compare-and-set, or between the two
 * loads of a pointer, would take a later use of the extent for the same one only if the extent has
 * been used a multiple of 16 million times meanwhile.
 *
 * <p>Sizes are 1, 2, 3 and 4 lines, and then four for each doubling: 5, 6, 7, 8, 10, 12, 14, 16 …
 * lines. So an extent is less than a quarter larger than needed, plus a line.
 */
public final class ExtentPointer {
    /** The null pointer. */
    public static final long NULL = 0L;

    /** Number of generations; then they wrap around. */
    public static final int GENERATIONS = 1 << 24;

    /** Number of sizes: the largest holds a value of 1 MiB. */
    public static final int SIZES = 53;

    private static final int LINEAR = 4;
    private static final int GENERATION_SHIFT = 38;
    private static final long GENERATION_MASK = (long) (GENERATIONS - 1) << GENERATION_SHIFT;
    private static final long SIZE_MASK = BytesLine.BYTES - 1L;
    private static final long OFFSET_MASK = (1L << GENERATION_SHIFT) - 1 - SIZE_MASK;
    private static final long POINTER = Long.MIN_VALUE;
    private static final long OFFERED = 1L << 62;

    static {
        if (SIZES > SIZE_MASK + 1 || bytes(SIZES - 1) < Extent.CONTENT + Extent.LONGEST) {
            throw new AssertionError("the largest extent is too small");
        }
    }

    private ExtentPointer() {}

    /** Pointer to an extent of a size at an address, of which the offset is kept. */
    public static long of(long address, int generation, int size) {
        assert (Address.offset(address) & ~OFFSET_MASK) == 0 : Address.toString(address);
        assert size >= 0 && size < SIZES : size;
        return POINTER
                | Address.offset(address)
                | ((long) (generation & (GENERATIONS - 1)) << GENERATION_SHIFT)
                | size;
    }

    /** Whether a word may be a pointer to an extent. */
    public static boolean isPointer(long word) {
        return (word & (POINTER | OFFERED)) == POINTER;
    }

    /** Offset of the extent in its server's region. */
    public static long offset(long pointer) {
        return pointer & OFFSET_MASK;
    }

    /** The same extent at its next use. */
    public static long next(long pointer) {
        long counted = (pointer & GENERATION_MASK) + (1L << GENERATION_SHIFT);
        return (pointer & ~GENERATION_MASK) | (counted & GENERATION_MASK);
    }

    /** Whether a generation is not before another one, where less than half of them are between. */
    public static boolean isNotBefore(int generation, int other) {
        return ((generation - other) & (GENERATIONS - 1)) < GENERATIONS / 2;
    }

    /** The pointer as its owner notes it before others may find it in the tree. */
    static long offered(long pointer) {
        return pointer | OFFERED;
    }

    static boolean isOffered(long word) {
        return (word & OFFERED) != 0;
    }

    /** A pointer that is or was offered, as the tree has it. */
    static long plain(long word) {
        return word & ~OFFERED;
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
