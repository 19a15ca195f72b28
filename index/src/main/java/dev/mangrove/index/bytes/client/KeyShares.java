package dev.mangrove.index.bytes.client;

import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.page.Hashing;

import java.util.Arrays;
import java.util.List;

/** Maps keys to the shares of an index. The hash is part of the format. */
final class KeyShares {
    private final List<byte[]> bounds;
    private final int count;

    KeyShares(BytesOptions options, int servers) {
        this.bounds = options.bounds();
        this.count = bounds.isEmpty() ? servers : bounds.size() + 1;
    }

    /** Number of shares. */
    int count() {
        return count;
    }

    /** The share of a key. */
    int of(byte[] key) {
        if (count == 1) {
            return 0;
        }
        if (bounds.isEmpty()) {
            return (int) Long.remainderUnsigned(hash(key), count);
        }
        int share = 0;
        while (share < bounds.size() && Arrays.compareUnsigned(bounds.get(share), key) <= 0) {
            share++;
        }
        return share;
    }

    private static long hash(byte[] key) {
        long hash = key.length;
        for (byte b : key) {
            hash = (hash ^ b) * Hashing.MULTIPLIER;
            hash ^= hash >>> Integer.SIZE;
        }
        return hash;
    }
}
