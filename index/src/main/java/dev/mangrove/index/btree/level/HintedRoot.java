package dev.mangrove.index.btree.level;

import java.util.function.LongSupplier;

/** The root of a tree that only its server changes. */
public final class HintedRoot implements Root {
    private final LongSupplier server;
    private long known;

    public HintedRoot(long known, LongSupplier server) {
        this.known = known;
        this.server = server;
    }

    @Override
    public long get() {
        return known;
    }

    @Override
    public long refresh() {
        known = server.getAsLong();
        return known;
    }

    @Override
    public boolean swap(long expected, long next) {
        throw new UnsupportedOperationException("only the server may change its tree");
    }
}
