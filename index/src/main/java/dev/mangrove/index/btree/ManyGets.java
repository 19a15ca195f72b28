package dev.mangrove.index.btree;

import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.partition.Partition;
import dev.mangrove.index.btree.partition.Shares;

import org.jspecify.annotations.Nullable;

/** Divides many lookups among the partitions, which work on them at the same time. */
final class ManyGets {
    private final Partition[] partitions;
    private final Shares shares;
    private final Lookups[] lookups;

    ManyGets(Partition[] partitions, Shares shares) {
        this.partitions = partitions;
        this.shares = shares;
        this.lookups = new Lookups[partitions.length];
        for (int i = 0; i < lookups.length; i++) {
            lookups[i] = new Lookups();
        }
    }

    static void checkRoom(String field, int length, int keys) {
        if (length < keys) {
            throw new IllegalArgumentException(
                    field + " has no room for all keys: length=" + length + ", keys=" + keys);
        }
    }

    /** Looks up all keys; returns how many are present. */
    int run(long[] keys, long[] values, boolean[] present) {
        int found = 0;
        for (int i = 0; i < keys.length; i++) {
            Lookups of = lookups[shares.of(keys[i])];
            of.add(keys[i], i);
            if (of.isFull() || i == keys.length - 1) {
                execute();
                found += deliver(values, present);
            }
        }
        return found;
    }

    /**
     * Starts the lookups of all partitions, then completes them. Those that were started are
     * completed also if another one fails, because their answers are on the way.
     */
    private void execute() {
        Throwable failure = null;
        int started = 0;
        try {
            for (; started < partitions.length; started++) {
                if (lookups[started].size() > 0) {
                    partitions[started].start(lookups[started]);
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        for (int i = 0; i < started; i++) {
            try {
                if (lookups[i].size() > 0) {
                    partitions[i].finish(lookups[i]);
                }
            } catch (RuntimeException | Error e) {
                failure = first(failure, e);
            }
        }
        if (failure != null) {
            for (Lookups of : lookups) {
                of.clear();
            }
            throw rethrow(failure);
        }
    }

    private static Throwable first(@Nullable Throwable first, Throwable later) {
        if (first == null) {
            return later;
        }
        if (!first.equals(later)) {
            first.addSuppressed(later);
        }
        return first;
    }

    private static RuntimeException rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }

    private int deliver(long[] values, boolean[] present) {
        int found = 0;
        for (Lookups of : lookups) {
            for (int i = 0; i < of.size(); i++) {
                int at = of.tag(i);
                present[at] = of.isFound(i);
                if (present[at]) {
                    values[at] = of.value(i);
                    found++;
                }
            }
            of.clear();
        }
        return found;
    }
}
