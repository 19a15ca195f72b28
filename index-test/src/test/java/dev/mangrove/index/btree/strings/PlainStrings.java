package dev.mangrove.index.btree.strings;

import dev.mangrove.index.access.DyingPages;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.local.LocalRoot;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.PlainLongKeys;
import dev.mangrove.index.page.strings.StringFormat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** A tree of byte strings in the memory of this process, as one thread uses it. */
final class PlainStrings {
    private static final int PORTION = 7;

    private final StringTree tree;
    private final PlainLongKeys.View longKeys;
    private final StringValue value = new StringValue();
    private final StringValue expected = new StringValue();

    private PlainStrings(
            Pages pages,
            StringFormat format,
            PlainLongKeys.View longKeys,
            AtomicLong root,
            int fanout,
            long cacheBytes) {
        this.longKeys = longKeys;
        this.tree =
                new StringTree(
                        pages,
                        format,
                        new LocalRoot(root),
                        fanout,
                        NodeCache.ofStrings(cacheBytes));
    }

    /** Creates an empty tree; returns its root. */
    static AtomicLong plant(PlainSpace space, LocalLatches latches) {
        StringFormat format = new StringFormat(space.pageSize(), 0, new PlainLongKeys().view());
        return new AtomicLong(StringTree.plant(space.pages(latches, format)));
    }

    /** Access of one thread. */
    static PlainStrings of(
            PlainSpace space,
            LocalLatches latches,
            PlainLongKeys keys,
            AtomicLong root,
            int fanout,
            long cacheBytes) {
        PlainLongKeys.View view = keys.view();
        StringFormat format = new StringFormat(space.pageSize(), 0, view);
        return new PlainStrings(
                space.pages(latches, format), format, view, root, fanout, cacheBytes);
    }

    /** Access of a process that dies after a number of stores. */
    static PlainStrings dying(
            PlainSpace space,
            PlainLongKeys keys,
            AtomicLong root,
            int fanout,
            boolean lines,
            long stores) {
        PlainLongKeys.View view = keys.view();
        StringFormat format = new StringFormat(space.pageSize(), 0, view);
        DyingPages pages = new DyingPages(space, format, lines, stores);
        return new PlainStrings(pages, format, view, root, fanout, 0);
    }

    StringTree tree() {
        return tree;
    }

    boolean put(byte[] key, byte[] bytes) {
        return change(Change.PUT, key, bytes, new byte[0]);
    }

    boolean putIfAbsent(byte[] key, byte[] bytes) {
        return change(Change.PUT_IF_ABSENT, key, bytes, new byte[0]);
    }

    boolean replace(byte[] key, byte[] old, byte[] bytes) {
        return change(Change.REPLACE, key, bytes, old);
    }

    boolean remove(byte[] key) {
        return change(Change.DELETE, key, new byte[0], new byte[0]);
    }

    boolean remove(byte[] key, byte[] old) {
        return change(Change.DELETE_IF_EQUAL, key, new byte[0], old);
    }

    private boolean change(Change change, byte[] key, byte[] bytes, byte[] old) {
        boolean met = tree.change(change, key, value.set(bytes), expected.set(old));
        longKeys.settle();
        return met;
    }

    /** Visits all leaves once, as a keeper does; returns the number of merges. */
    long keepLeaves() {
        long before = tree.merged();
        byte[] next = null;
        do {
            next = tree.keepLeaf(next);
            longKeys.settle();
        } while (next != null);
        return tree.merged() - before;
    }

    /** A change has failed for lack of memory. */
    void failed() {
        longKeys.keepAll();
    }

    byte[] get(byte[] key) {
        return tree.get(key, value) ? value.bytes() : null;
    }

    /** All entries in the order in which scans find them, several at a time. */
    List<byte[]> keys(boolean descending) {
        List<byte[]> found = new ArrayList<>();
        int count;
        do {
            byte[] last = found.isEmpty() ? null : found.getLast();
            count =
                    tree.scan(
                            descending ? null : last,
                            false,
                            descending ? last : null,
                            false,
                            descending,
                            PORTION,
                            (key, at) -> found.add(key));
        } while (count == PORTION);
        return found;
    }

    NavigableMap<byte[], byte[]> entries() {
        return entries(null, true, null, true);
    }

    NavigableMap<byte[], byte[]> entries(
            byte[] from, boolean fromIncluded, byte[] to, boolean toIncluded) {
        NavigableMap<byte[], byte[]> entries = newModel();
        tree.scan(
                from,
                fromIncluded,
                to,
                toIncluded,
                false,
                Integer.MAX_VALUE,
                (key, at) -> {
                    if (entries.put(key, at.bytes()) != null) {
                        throw new AssertionError("a key is there twice: " + Arrays.toString(key));
                    }
                });
        return entries;
    }

    static NavigableMap<byte[], byte[]> newModel() {
        return new TreeMap<>(Arrays::compareUnsigned);
    }
}
