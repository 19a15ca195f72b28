package dev.mangrove.index.btree;

import dev.mangrove.index.btree.partition.Partition;
import dev.mangrove.index.btree.partition.Shares;
import dev.mangrove.index.ordered.Entries;

/**
 * A bulk load: divides a sorted stream among the shares of an index. It writes the pages of all
 * shares before it makes any of them visible, so that a load that fails while it reads or allocates
 * leaves the index empty.
 */
final class ShareLoad {
    private final Shares shares;
    private final Partition.Loader[] loaders;

    /**
     * Creates a load into empty shares.
     *
     * @param fill how full pages become, 0 to 1
     */
    ShareLoad(Shares shares, Partition[] partitions, double fill) {
        this.shares = shares;
        this.loaders = new Partition.Loader[partitions.length];
        for (int i = 0; i < loaders.length; i++) {
            loaders[i] = partitions[i].loader(fill);
        }
    }

    /**
     * Loads each share completely or not at all; shares become visible one after the other.
     *
     * @return the number of entries
     */
    long run(Entries sorted) {
        try {
            long count = write(sorted);
            publish();
            return count;
        } catch (RuntimeException | Error e) {
            discard(e);
            throw e;
        }
    }

    private long write(Entries sorted) {
        long count = 0;
        long last = Long.MIN_VALUE;
        while (sorted.next()) {
            long key = sorted.key();
            if (count > 0 && key <= last) {
                throw new IllegalArgumentException(
                        "keys are not in ascending order: " + key + " after " + last);
            }
            loaders[shares.of(key)].add(key, sorted.value());
            last = key;
            count++;
        }
        for (Partition.Loader loader : loaders) {
            loader.complete();
        }
        return count;
    }

    private void publish() {
        for (int i = 0; i < loaders.length; i++) {
            if (!loaders[i].publish()) {
                throw new IllegalStateException(
                        "the index is not empty: another client has changed it; shares loaded="
                                + i
                                + " of "
                                + loaders.length);
            }
        }
    }

    private void discard(Throwable cause) {
        for (Partition.Loader loader : loaders) {
            try {
                loader.discard();
            } catch (RuntimeException e) {
                cause.addSuppressed(e);
            }
        }
    }
}
