package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;

/** Puts its share of the entries, one after the other. */
final class EntryWriter implements DemoRole {
    static final String NAME = "writer";

    /** Writers share the entries out: number n belongs to writer n mod WRITERS. */
    static final int WRITERS = 2;

    /**
     * Entries of one writer; after the last it puts the first again. Chosen: those of all writers
     * fit the memory that the demo gives its servers.
     */
    static final long MOST = 2_000_000;

    /** Chosen: a step takes less than a millisecond, so that a stop is noticed at once. */
    private static final int PUTS_PER_STEP = 64;

    private final OrderedIndex index;
    private final int writer;
    private long acknowledged;

    EntryWriter(Mangrove mangrove, String name, int writer, long acknowledged) {
        this.index = mangrove.openOrdered(name, ViewOptions.DEFAULT);
        this.writer = writer;
        this.acknowledged = acknowledged;
    }

    @Override
    public void step() {
        for (int i = 0; i < PUTS_PER_STEP; i++) {
            long key = DemoEntries.key(acknowledged % MOST * WRITERS + writer);
            index.put(key, DemoEntries.value(key));
            acknowledged++;
        }
    }

    /** Puts that have returned. */
    @Override
    public String progress() {
        return Long.toString(acknowledged);
    }

    @Override
    public void close() {
        index.close();
    }
}
