package dev.mangrove.index.btree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.leaves.LeafScan;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.btree.level.TreeReplacement;
import dev.mangrove.index.btree.load.PageSource;
import dev.mangrove.index.btree.local.LocalRoot;
import dev.mangrove.index.btree.local.LocalTree;
import dev.mangrove.index.btree.partition.TreeLoader;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.PageView;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A tree in the memory of this process, for one thread; tests can access all its parts. */
public final class PlainTree {
    private final Pages pages;
    private final AtomicLong root;
    private final InnerLevels inner;
    private final LeafLevel leaves;
    private final Lookup lookup = new Lookup();
    private final Merger merger;
    private final int fanout;

    public PlainTree(Pages pages, AtomicLong root, int fanout, long cacheBytes) {
        this(pages, root, new LocalRoot(root), fanout, cacheBytes);
    }

    /** Creates access to a tree with the given implementation of its root. */
    public PlainTree(Pages pages, AtomicLong root, Root start, int fanout, long cacheBytes) {
        this.pages = pages;
        this.root = root;
        this.fanout = fanout;
        this.merger = new Merger(pages, fanout);
        this.inner =
                new InnerLevels(
                        pages, start, fanout, new NodeCache(cacheBytes), merger, true, null);
        this.leaves = new LeafLevel(pages, inner, fanout, merger);
    }

    /** Creates an empty tree; returns its root. */
    public static AtomicLong plant(PlainSpace space) {
        return new AtomicLong(LocalTree.plant(space.pages(new LocalLatches(Host.system()))));
    }

    /** Access to a tree for a process that shares no latches with others. */
    public static PlainTree alone(PlainSpace space, AtomicLong root, int fanout) {
        return new PlainTree(space.pages(new LocalLatches(Host.system())), root, fanout, 0);
    }

    public InnerLevels inner() {
        return inner;
    }

    public LeafLevel leaves() {
        return leaves;
    }

    Merger merger() {
        return merger;
    }

    public boolean put(long key, long value) {
        return leaves.change(Change.PUT, key, value, 0);
    }

    public boolean remove(long key) {
        return leaves.change(Change.DELETE, key, 0, 0);
    }

    /** The value of a key, or -1. */
    public long get(long key) {
        return leaves.get(key, lookup) ? lookup.value : -1;
    }

    /** Entries in the order in which they are found. */
    public Map<Long, Long> entries(RangeQuery query) {
        Map<Long, Long> entries = new LinkedHashMap<>();
        try (Cursor cursor = new LeafScan(leaves).begin(query)) {
            while (cursor.next()) {
                if (entries.put(cursor.key(), cursor.value()) != null) {
                    throw new AssertionError("key " + cursor.key() + " is there twice");
                }
            }
        }
        return entries;
    }

    public Map<Long, Long> entries() {
        return entries(RangeQuery.all());
    }

    /** Keys in the order in which a scan returns them, including duplicates. */
    public List<Long> keys() {
        List<Long> keys = new ArrayList<>();
        try (Cursor cursor = new LeafScan(leaves).begin(RangeQuery.all())) {
            while (cursor.next()) {
                keys.add(cursor.key());
            }
        }
        return keys;
    }

    PageView newView() {
        return pages.newView();
    }

    /** Starts a bulk load. */
    public TreeLoader loader(double fill) {
        return new TreeLoader(
                pages,
                PageSource.of(pages::allocate, pages::allocate),
                fanout,
                fill,
                new TreeReplacement(leaves)::replace);
    }

    public BTreeVerifier walk() {
        return new BTreeVerifier(pages).walk(root.get());
    }
}
