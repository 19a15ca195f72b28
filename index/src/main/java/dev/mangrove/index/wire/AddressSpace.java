package dev.mangrove.index.wire;

import dev.mangrove.fabric.Address;

/**
 * Layout of a pool's addresses, and of a server's first region.
 *
 * <pre>
 *  63            56 55            48 47                                 0
 * +----------------+----------------+------------------------------------+
 * | server number  | region number  |     offset within the region       |
 * +----------------+----------------+------------------------------------+
 *
 * region 1:  0         64            1 MiB      2 MiB           8 MiB          16 MiB
 *           +---------+-------------+----------+---------------+--------------+----
 *           | clock   | root slots  | latches  | not committed | chunk        | chunk…
 *           +---------+-------------+----------+---------------+--------------+----
 * </pre>
 *
 * Server numbers start at 0 and are never reused; region numbers start at 1.
 */
public final class AddressSpace {
    /** Maximum number of servers over the life of a pool. */
    public static final int SERVERS = 256;

    /** The server that keeps the catalogue and the list of members. */
    public static final int REGISTRAR = 0;

    /** The region that chunks come from. */
    public static final int CHUNK_REGION = 1;

    /** The region of latches on the network card, if they have 16 bits; see {@link CardTable}. */
    public static final int SHORT_LATCH_REGION = 2;

    /** The region of latches on the network card, if they are words. */
    public static final int WORD_LATCH_REGION = 3;

    /** Size and alignment of a chunk. */
    public static final long CHUNK_BYTES = 8L << 20;

    /** Size and alignment of the least that an index is granted: a 128th of a chunk. */
    public static final long SLICE_BYTES = 64L << 10;

    /** Where the first chunk starts. */
    public static final long FIRST_CHUNK = CHUNK_BYTES;

    /** Size and alignment of a root slot. */
    public static final int SLOT_BYTES = 64;

    /**
     * Where the server's clock is: a word with the nanoseconds since its start, 0 until an index
     * needs it.
     */
    public static final long CLOCK = 0;

    /**
     * Time between two ticks of a clock. Chosen: short beside times to live, and a server that
     * ticks takes less than 1 % of a core.
     */
    public static final long CLOCK_TICK_NANOS = 1_000_000;

    /** Where the first root slot starts. */
    public static final long FIRST_SLOT = SLOT_BYTES;

    /** Where the root slots end. */
    public static final long SLOTS_END = 1L << 20;

    /** Where the first latch starts. */
    public static final long FIRST_LATCH = SLOTS_END;

    /** Latches of a server, each a word. */
    public static final int LATCHES = 1 << 17;

    /** Where the part ends that is always there. */
    public static final long LATCHES_END = FIRST_LATCH + (long) LATCHES * Long.BYTES;

    private static final int SERVER_SHIFT = 56;
    private static final int REGION_BITS = 8;

    private AddressSpace() {}

    /** The server of an address. */
    public static int server(long address) {
        return (int) (address >>> SERVER_SHIFT);
    }

    /** The number within its server of a region, from the fabric's id. */
    public static int regionNumber(int id) {
        return id & (1 << REGION_BITS) - 1;
    }

    /** The fabric's id of a server's region. */
    public static int regionId(int server, int region) {
        if (server < 0 || server >= SERVERS || region < 1 || region >= 1 << REGION_BITS) {
            throw new IllegalArgumentException(
                    "no such region: server=" + server + ", region=" + region);
        }
        return server << REGION_BITS | region;
    }

    /** Where a chunk starts. */
    public static long chunkOffset(int chunk) {
        return FIRST_CHUNK + chunk * CHUNK_BYTES;
    }

    /** The chunk that starts at an address of {@link #CHUNK_REGION}, or -1 if none does. */
    public static int chunkAt(int server, long address) {
        long offset = Address.offset(address) - FIRST_CHUNK;
        boolean start =
                Address.region(address) == regionId(server, CHUNK_REGION)
                        && offset >= 0
                        && offset % CHUNK_BYTES == 0;
        return start ? Math.toIntExact(offset / CHUNK_BYTES) : -1;
    }
}
