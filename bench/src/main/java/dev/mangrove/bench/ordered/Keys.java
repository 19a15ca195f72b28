package dev.mangrove.bench.ordered;

/**
 * Which keys there are, and what they hold. The loaded keys have ranks from 0 on and gaps between
 * them; clients insert into the gaps, each where no other does. A value is mostly a hash of its
 * key, so an answer can be checked without knowing who wrote it:
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

    /** The most loaded keys. */
    public static final long MOST = 1L << (63 - LOW_BITS);

    /** Checks that there are some. */
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
     * The key that a client inserts after so many others. They are all different as long as there
     * are fewer than 2^24 in all, and after that unless the same gap is hit.
     */
    public long inserted(int client, long number) {
        long unique = 1 + Math.floorMod(number * clients + client, LOW_MASK);
        return key(Long.remainderUnsigned(hash(unique), loaded)) | unique;
    }

    /** What a key holds until it is rewritten. */
    public static long value(long key) {
        return value(key, 0);
    }

    /** What a key holds in one of its versions. */
    public static long value(long key, long version) {
        return (hash(key) & ~LOW_MASK) | (version & LOW_MASK);
    }

    /** Whether a key can hold a value. */
    public static boolean fits(long key, long value, boolean rewritten) {
        return rewritten ? value(key, value) == value : value(key) == value;
    }

    /** Spreads numbers; the finalizer of MurmurHash3. */
    public static long hash(long number) {
        long mixed = (number ^ (number >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
