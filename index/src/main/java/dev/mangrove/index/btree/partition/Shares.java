package dev.mangrove.index.btree.partition;

import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.page.Hashing;

/** Maps keys to the shares of an index. */
public final class Shares {
    /** All keys in one share. */
    public static final Shares WHOLE = new Shares(Partitioning.byBounds());

    private final boolean hashed;
    private final long[] bounds;

    public Shares(Partitioning partitioning) {
        hashed = partitioning.hashed();
        bounds = partitioning.bounds().stream().mapToLong(Long::longValue).toArray();
    }

    /** Number of shares. */
    public int count() {
        return bounds.length + 1;
    }

    public boolean isHashed() {
        return hashed;
    }

    /** The share of a key. */
    public int of(long key) {
        return bounds.length == 0 ? 0 : position(hashed ? hash(key) : key);
    }

    /** Smallest key of a share by key. */
    long first(int share) {
        return share == 0 ? Long.MIN_VALUE : bounds[share - 1];
    }

    /** Largest key of a share by key. */
    long last(int share) {
        return share == bounds.length ? Long.MAX_VALUE : bounds[share] - 1;
    }

    private int position(long value) {
        int low = 0;
        int high = bounds.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static long hash(long key) {
        long mixed = (key ^ (key >>> 32)) * Hashing.MULTIPLIER;
        mixed = (mixed ^ (mixed >>> 29)) * Hashing.MULTIPLIER;
        return mixed ^ (mixed >>> 32);
    }
}
