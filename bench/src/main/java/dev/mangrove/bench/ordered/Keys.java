package dev.mangrove.bench.ordered;

/**
 * The keys of a measurement and their values. Loaded keys have ranks from 0 on, with gaps between
 * them. Clients insert keys into the gaps; no two clients insert the same key. The upper bits of a
 * value are a hash of its key, so a client can check an answer without knowing which client wrote
 * the value:
 *
 * <pre>
 *  key    rank of a loaded key (40 bits) │ 0 for the loaded key, else number of the insert (24 bits)
 *  value  hash of the key (40 bits)      │ version, 0 until the key is rewritten (24 bits)
 * </pre>
 *
 * @param loaded number of keys loaded
 * @param clients number of clients that insert
 */
public record Keys(long loaded, int clients) {
    private static final int LOW_BITS = 24;
    private static final long LOW_MASK = (1L << LOW_BITS) - 1;

    /** Maximum number of loaded keys. */
    public static final long MOST = 1L << (63 - LOW_BITS);

    /** Rejects numbers out of range. */
    public Keys {
        if (loaded < 1 || loaded >= MOST || clients < 1) {
            throw new IllegalArgumentException("loaded=" + loaded + ", clients=" + clients);
        }
    }

    /** The loaded key of a rank. */
    public static long key(long rank) {
        return rank << LOW_BITS;
    }

    /** The rank of a loaded key, or of the one before an inserted key. */
    public static long rank(long key) {
        return key >> LOW_BITS;
    }

    public static boolean isLoaded(long key) {
        return (key & LOW_MASK) == 0;
    }

    /** The largest key that lies before the loaded key of the next rank. */
    public static long lastOf(long rank) {
        return key(rank) | LOW_MASK;
    }

    /**
     * The key of a client's {@code number}-th insert. The first 2^24 - 1 keys of all clients
     * together are different; a later key equals an earlier one only if both fall into the same
     * gap.
     */
    public long inserted(int client, long number) {
        long unique = 1 + Math.floorMod(number * clients + client, LOW_MASK);
        return key(Long.remainderUnsigned(hash(unique), loaded)) | unique;
    }

    /** The value of a key that no client has rewritten. */
    public static long value(long key) {
        return value(key, 0);
    }

    /** The value of a key in a version. */
    public static long value(long key, long version) {
        return (hash(key) & ~LOW_MASK) | (version & LOW_MASK);
    }

    /** Whether a value belongs to a key; {@code rewritten} permits versions other than 0. */
    public static boolean fits(long key, long value, boolean rewritten) {
        return rewritten ? value(key, value) == value : value(key) == value;
    }

    /** A bijective hash: the finalizer of MurmurHash3. */
    public static long hash(long number) {
        long mixed = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
