package dev.mangrove.check.page;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.local.LocalRoot;
import dev.mangrove.index.btree.strings.StringTree;
import dev.mangrove.index.btree.strings.StringValue;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedMap;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.page.strings.StringFormat;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A tree of byte strings in a {@link TreeMemory} as an index of 64-bit keys, for one simulated
 * thread. {@link PageStrings} translates keys and values.
 */
final class StringsInPlace implements OrderedIndex {
    /** Chosen: more than a run has keys. */
    private static final int MOST = 1_000;

    private final TreeMemory memory;
    private final PageStrings strings;
    private final SharedLongKeys.View longKeys;
    private final StringTree tree;
    private final StringValue value = new StringValue();
    private final StringValue expected = new StringValue();
    private byte @Nullable [] nextKept;

    StringsInPlace(
            TreeMemory memory,
            SimHost host,
            AtomicLong root,
            int fanout,
            PageStrings strings,
            SharedLongKeys keys) {
        this.memory = memory;
        this.strings = strings;
        this.longKeys = keys.view();
        StringFormat format = memory.format(longKeys);
        LocalPages pages = memory.pages(host, format);
        this.tree =
                new StringTree(pages, format, new LocalRoot(root), fanout, NodeCache.ofStrings(0));
    }

    @Override
    public long getOrDefault(long key, long absent) {
        return tree.get(strings.key(key), value) ? PageStrings.number(value) : absent;
    }

    @Override
    public OptionalLong get(long key) {
        return tree.get(strings.key(key), value)
                ? OptionalLong.of(PageStrings.number(value))
                : OptionalLong.empty();
    }

    @Override
    public int getAll(long[] keys, long[] values, boolean[] present) {
        int found = 0;
        for (int i = 0; i < keys.length; i++) {
            present[i] = tree.get(strings.key(keys[i]), value);
            values[i] = present[i] ? PageStrings.number(value) : 0;
            found += present[i] ? 1 : 0;
        }
        return found;
    }

    @Override
    public boolean contains(long key) {
        return tree.get(strings.key(key), value);
    }

    @Override
    public boolean put(long key, long number) {
        return change(Change.PUT, key, number, 0);
    }

    @Override
    public boolean putIfAbsent(long key, long number) {
        return change(Change.PUT_IF_ABSENT, key, number, 0);
    }

    @Override
    public boolean replace(long key, long old, long number) {
        return change(Change.REPLACE, key, number, old);
    }

    /** Also visits the next leaf as a keeper does, so that leaves merge without a removal, too. */
    @Override
    public boolean delete(long key) {
        boolean met = change(Change.DELETE, key, 0, 0);
        nextKept = tree.keepLeaf(nextKept);
        longKeys.settle();
        return met;
    }

    @Override
    public boolean delete(long key, long old) {
        return change(Change.DELETE_IF_EQUAL, key, 0, old);
    }

    private boolean change(Change change, long key, long number, long old) {
        PageStrings.value(number, value);
        PageStrings.value(old, expected);
        boolean met = tree.change(change, strings.key(key), value, expected);
        longKeys.settle();
        return met;
    }

    /** Reads the whole range at once. */
    @Override
    public Cursor range(RangeQuery query) {
        List<long[]> entries = new ArrayList<>();
        int most = (int) Math.min(MOST, query.limit());
        int _ =
                tree.scan(
                        strings.bound(query.from()),
                        true,
                        strings.bound(query.to()),
                        true,
                        query.descending(),
                        most,
                        (key, at) ->
                                entries.add(
                                        new long[] {strings.number(key), PageStrings.number(at)}));
        return new Listed(entries);
    }

    @Override
    public long count(long from, long to) {
        return ((Listed) range(RangeQuery.between(from, to))).entries.size();
    }

    @Override
    public long bulkLoad(Entries sorted, double fill) {
        throw new UnsupportedOperationException("trees of byte strings have no loads yet");
    }

    @Override
    public Verification verify() {
        BTreeVerifier found = tree.verify();
        long reached = found.leaves() + found.inners();
        return new Verification(
                found.entries(), reached, memory.allocated() - reached, found.faults());
    }

    @Override
    public OrderedCosts costs() {
        throw new UnsupportedOperationException("a tree without a server has no costs");
    }

    @Override
    public OrderedStatistics statistics() {
        throw new UnsupportedOperationException("a tree without a server has no statistics");
    }

    @Override
    public OrderedMap asMap() {
        throw new UnsupportedOperationException("a tree without a server has no view as a map");
    }

    @Override
    public void close() {}

    /** Entries that have been read. */
    private static final class Listed implements Cursor {
        private final List<long[]> entries;
        private int at = -1;

        Listed(List<long[]> entries) {
            this.entries = entries;
        }

        @Override
        public boolean next() {
            return ++at < entries.size();
        }

        @Override
        public long key() {
            return entries.get(at)[0];
        }

        @Override
        public long value() {
            return entries.get(at)[1];
        }

        @Override
        public void close() {}
    }
}
