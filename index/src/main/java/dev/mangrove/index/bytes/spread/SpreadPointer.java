package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.Address;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.wire.AddressSpace;

/**
 * Arithmetic on pointers to extents of a tree that is spread over servers. A page may name extents
 * of any server:
 *
 * <pre>
 *  63      56 55           37 36                       6 5              0
 * +----------+---------------+--------------------------+----------------+
 * |  server  |  generation   |  line within the region  |      size      |
 * +----------+---------------+--------------------------+----------------+
 * </pre>
 *
 * Sizes are those of {@link ExtentPointer}. A server gives each extent that it grants the next
 * generation, and counts all extents of an index together. So a client that is paused between the
 * READ of a page and that of an extent would take a later use of the extent for the same one only
 * if that is the 524,288th grant since, or a multiple of it.
 */
public final class SpreadPointer {
    /** The null pointer. */
    public static final long NULL = 0L;

    private static final int SERVER_SHIFT = 56;
    private static final int GENERATION_SHIFT = 37;
    private static final long GENERATION_MASK = (1L << (SERVER_SHIFT - GENERATION_SHIFT)) - 1;
    private static final long SIZE_MASK = (1L << 6) - 1;
    private static final long OFFSET_MASK = (1L << GENERATION_SHIFT) - 1 - SIZE_MASK;

    /** Bytes of a server's memory that pointers can lead into. */
    public static final long REACH = 1L << GENERATION_SHIFT;

    private SpreadPointer() {}

    /** Pointer to an extent that a server has allocated. */
    public static long of(int server, long extent) {
        assert ExtentPointer.offset(extent) < REACH : ExtentPointer.offset(extent);
        return ((long) server << SERVER_SHIFT)
                | ((ExtentPointer.generation(extent) & GENERATION_MASK) << GENERATION_SHIFT)
                | ExtentPointer.offset(extent)
                | ExtentPointer.size(extent);
    }

    /** The server of the extent. */
    public static int server(long pointer) {
        return (int) (pointer >>> SERVER_SHIFT);
    }

    /** Offset of the extent in its server's region. */
    public static long offset(long pointer) {
        return pointer & OFFSET_MASK;
    }

    /** Size of the extent, a number from 0 on. */
    public static int size(long pointer) {
        return (int) (pointer & SIZE_MASK);
    }

    /** Bytes of the extent. */
    public static int bytes(long pointer) {
        return ExtentPointer.bytes(size(pointer));
    }

    /** Whether a word may be a pointer, as far as its size tells. */
    public static boolean isPossible(long word) {
        return offset(word) != 0 && size(word) < ExtentPointer.SIZES;
    }

    /** Address of the extent. */
    static long address(long pointer) {
        int region = AddressSpace.regionId(server(pointer), AddressSpace.CHUNK_REGION);
        return Address.of(region, offset(pointer));
    }
}
