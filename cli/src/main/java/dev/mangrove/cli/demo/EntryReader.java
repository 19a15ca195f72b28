package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;

import java.util.SplittableRandom;

/**
 * Reads ranges at random places and gets keys that it has seen before. Nothing is ever deleted, so
 * a key that was seen must stay; ranges must be in order and values must fit their keys.
 */
final class EntryReader implements DemoRole {
    static final String NAME = "reader";

    /** Chosen: a range of a few leaves. */
    private static final int RANGE = 100;

    /** Chosen: keys of many leaves, old and new ones. */
    private static final int REMEMBERED = 1024;

    private final OrderedIndex index;
    private final SplittableRandom random = new SplittableRandom(1);
    private final long[] seen = new long[REMEMBERED];
    private long remembered;
    private long entries;
    private long wrong;

    EntryReader(Mangrove mangrove, String name) {
        this.index = mangrove.openOrdered(name, ViewOptions.DEFAULT);
    }

    @Override
    public void step() {
        readRange(random.nextLong());
        for (int i = 0; i < RANGE && remembered > 0; i++) {
            long key = seen[random.nextInt((int) Math.min(remembered, REMEMBERED))];
            check(index.getOrDefault(key, ~DemoEntries.value(key)) == DemoEntries.value(key));
        }
    }

    private void readRange(long from) {
        long last = from;
        boolean first = true;
        try (Cursor cursor = index.range(RangeQuery.atLeast(from).limit(RANGE))) {
            while (cursor.next()) {
                long key = cursor.key();
                check(first ? key >= last : key > last);
                check(cursor.value() == DemoEntries.value(key));
                seen[(int) (remembered++ % REMEMBERED)] = key;
                last = key;
                first = false;
            }
        }
    }

    private void check(boolean right) {
        entries++;
        wrong += right ? 0 : 1;
    }

    /** Checks made, and those that failed. */
    @Override
    public String progress() {
        return entries + " " + wrong;
    }

    @Override
    public void close() {
        index.close();
    }
}
