package dev.mangrove.bench.ordered;

import dev.mangrove.index.ordered.Entries;

/** The entries to load, in order of keys; prints its progress on standard output. */
final class LoadedEntries implements Entries {
    private final long keys;
    private long rank = -1;

    LoadedEntries(long keys) {
        this.keys = keys;
    }

    @Override
    public boolean next() {
        rank++;
        if (rank > 0 && rank % ClientProcess.STEP == 0) {
            System.out.println(ClientProcess.PROGRESS + ClientProcess.STEP);
        }
        return rank < keys;
    }

    @Override
    public long key() {
        return Keys.key(rank);
    }

    @Override
    public long value() {
        return Keys.value(Keys.key(rank));
    }
}
