package dev.mangrove.check.page;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.keeper.LeafKeeper;
import dev.mangrove.index.btree.leaves.LeafCount;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.load.LevelWriter;
import dev.mangrove.index.btree.load.PageSource;
import dev.mangrove.index.btree.local.LocalRoot;
import dev.mangrove.index.btree.local.LocalTree;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedMap;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.wire.Words;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A tree in a {@link TreeMemory} as an index, for one simulated thread. */
final class TreeInPlace implements OrderedIndex {
    private static final int ANSWER_BYTES = 16 << 10;

    private final TreeMemory memory;
    private final LocalPages pages;
    private final int fanout;
    private final LocalTree tree;
    private final LeafCount counts;
    private final @Nullable LeafKeeper keeper;
    private final Lookup lookup = new Lookup();
    private final MemorySegment answer;
    private boolean closed;

    TreeInPlace(TreeMemory memory, SimHost host, AtomicLong root, PagesPlan plan, Arena arena) {
        this.memory = memory;
        this.pages = memory.pages(host);
        this.fanout = plan.fanout();
        this.tree = new LocalTree(pages, root, fanout, true);
        LeafLevel leaves = leaves(pages, new LocalRoot(root), fanout);
        this.counts = new LeafCount(leaves, new LeafScan(leaves));
        this.keeper = plan.keeps() ? new LeafKeeper(leaves, 0) : null;
        this.answer = arena.allocate(ANSWER_BYTES, Long.BYTES);
    }

    /** Leaves as clients use them: they count by outlines; servers count by scans. */
    private static LeafLevel leaves(LocalPages pages, LocalRoot root, int fanout) {
        Merger merger = new Merger(pages, fanout);
        InnerLevels inner =
                new InnerLevels(pages, root, fanout, new NodeCache(0), merger, true, null);
        return new LeafLevel(pages, inner, fanout, merger);
    }

    @Override
    public long getOrDefault(long key, long absent) {
        return tree.get(key, lookup) ? lookup.value : absent;
    }

    @Override
    public OptionalLong get(long key) {
        return tree.get(key, lookup) ? OptionalLong.of(lookup.value) : OptionalLong.empty();
    }

    @Override
    public int getAll(long[] keys, long[] values, boolean[] present) {
        for (int i = 0; i < keys.length; i++) {
            Words.put(answer, 0, i, keys[i]);
        }
        Lookups found = tree.getAll(answer, 0, keys.length);
        for (int i = 0; i < keys.length; i++) {
            present[i] = found.isFound(i);
            values[i] = found.value(i);
        }
        return Long.bitCount(found.found());
    }

    @Override
    public boolean contains(long key) {
        return tree.get(key, lookup);
    }

    @Override
    public boolean put(long key, long value) {
        return tree.change(Change.PUT.code(), key, value, 0);
    }

    @Override
    public boolean putIfAbsent(long key, long value) {
        return tree.change(Change.PUT_IF_ABSENT.code(), key, value, 0);
    }

    @Override
    public boolean replace(long key, long expected, long value) {
        return tree.change(Change.REPLACE.code(), key, value, expected);
    }

    /** Also visits the next leaf as a keeper does, so that leaves merge without a removal, too. */
    @Override
    public boolean delete(long key) {
        boolean met = tree.change(Change.DELETE.code(), key, 0, 0);
        if (keeper != null && !keeper.next()) {
            keeper.at(KeyOrder.LEAST);
        }
        return met;
    }

    @Override
    public boolean delete(long key, long expected) {
        return tree.change(Change.DELETE_IF_EQUAL.code(), key, 0, expected);
    }

    /** Reads the whole range at once; it must fit into the answer. */
    @Override
    public Cursor range(RangeQuery query) {
        int end = tree.range(query, answer, 0, ANSWER_BYTES) / Long.BYTES;
        if (Words.get(answer, 0, 0) != 0) {
            throw new IllegalStateException("more entries than fit: words=" + end);
        }
        return new Answered(answer, end);
    }

    @Override
    public long count(long from, long to) {
        return counts.count(from, to);
    }

    @Override
    public long bulkLoad(Entries sorted, double fill) {
        long[] taken = new long[1];
        LongSupplier source =
                () -> {
                    taken[0]++;
                    return pages.allocate();
                };
        LevelWriter writer = LevelWriter.leaves(pages, PageSource.of(source, source), fanout, fill);
        long count = 0;
        while (sorted.next()) {
            writer.add(sorted.key(), sorted.value());
            count++;
        }
        long root = writer.finish();
        checkPages(count, taken[0]);
        if (tree.adopt(PagePointer.NULL, root, 0)) {
            return count;
        }
        writer.discard();
        return 0;
    }

    /** Pages have at least two entries, all but the last of a level. */
    private static void checkPages(long entries, long taken) {
        int levels = Long.SIZE - Long.numberOfLeadingZeros(entries) + 1;
        if (taken > entries + levels + 1) {
            throw new IllegalStateException(
                    "a load wastes pages: entries=" + entries + ", pages=" + taken);
        }
    }

    @Override
    public Verification verify() {
        BTreeVerifier found = new BTreeVerifier(pages).walk(tree.root());
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
    public void close() {
        if (closed) {
            throw new IllegalStateException("the view has been closed before");
        }
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Entries that have been written as pairs of words, from the third word on. */
    private static final class Answered implements Cursor {
        private final MemorySegment words;
        private final int end;
        private int at;

        Answered(MemorySegment words, int end) {
            this.words = words;
            this.end = end;
        }

        @Override
        public boolean next() {
            at += 2;
            return at < end;
        }

        @Override
        public long key() {
            return Words.get(words, 0, at);
        }

        @Override
        public long value() {
            return Words.get(words, 0, at + 1);
        }

        @Override
        public void close() {}
    }
}
