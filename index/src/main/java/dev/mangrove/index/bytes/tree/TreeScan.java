package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesPage;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** Visits the entries of a range, leaf by leaf. The caller holds the lock. */
final class TreeScan {
    private static final byte[] FIRST = {};

    private final TreePages pages;
    private final TreeDescent descent;

    TreeScan(TreePages pages, TreeDescent descent) {
        this.pages = pages;
        this.descent = descent;
    }

    /** Returns whether there may be more when the sink is full. */
    boolean ascending(KeyRange range, EntrySink sink) {
        BytesPage leaf = firstLeaf(range);
        // Ends: each turn goes to a leaf of larger keys.
        while (true) {
            for (BytesEntry entry : leaf.entries()) {
                if (isWanted(entry, range) && !sink.accept(entry.key(), pages.value(leaf, entry))) {
                    return true;
                }
            }
            if (isLast(leaf, range)) {
                return false;
            }
            leaf = pages.open(leaf.right());
        }
    }

    /** As {@link #ascending}, from the last key on. */
    boolean descending(KeyRange range, EntrySink sink) {
        byte[] high = range.high();
        BytesPage leaf = high == null ? descent.lastLeaf() : lastLeaf(high, range);
        // Ends: each turn goes to a leaf of smaller keys.
        while (true) {
            List<BytesEntry> entries = leaf.entries();
            for (BytesEntry entry : entries.reversed()) {
                if (isWanted(entry, range) && !sink.accept(entry.key(), pages.value(leaf, entry))) {
                    return true;
                }
            }
            byte[] low = leaf.low();
            if (low.length == 0 || range.isBelow(low)) {
                return false;
            }
            leaf = descent.below(0, low);
        }
    }

    BytesTree.Count count(KeyRange range, int mostLeaves) {
        BytesPage leaf = firstLeaf(range);
        long keys = 0;
        for (int leaves = 1; ; leaves++) {
            keys += count(leaf, range);
            if (isLast(leaf, range)) {
                return new BytesTree.Count(keys, null);
            }
            leaf = pages.open(leaf.right());
            if (leaves == mostLeaves) {
                return new BytesTree.Count(keys, leaf.low());
            }
        }
    }

    private boolean isWanted(BytesEntry entry, KeyRange range) {
        return range.contains(entry.key()) && !pages.isExpired(entry);
    }

    /**
     * Collects the keys of expired entries, in at most so many leaves.
     *
     * @param from where the first leaf is
     * @return where to go on; empty at the end
     */
    byte[] expired(byte[] from, int mostLeaves, List<byte[]> into) {
        BytesPage leaf = descent.to(0, from);
        for (int leaves = 1; ; leaves++) {
            for (BytesEntry entry : leaf.entries()) {
                if (pages.isExpired(entry)) {
                    into.add(entry.key());
                }
            }
            if (leaf.right() == PagePointer.NULL) {
                return FIRST;
            }
            leaf = pages.open(leaf.right());
            if (leaves == mostLeaves) {
                return leaf.low();
            }
        }
    }

    private long count(BytesPage leaf, KeyRange range) {
        byte @Nullable [] high = leaf.high();
        boolean whole =
                pages.expiring() == 0
                        && range.contains(leaf.low())
                        && (high == null ? range.high() == null : !range.isAbove(high));
        return whole
                ? leaf.count()
                : leaf.entries().stream().filter(entry -> isWanted(entry, range)).count();
    }

    private BytesPage firstLeaf(KeyRange range) {
        byte[] low = range.low();
        return descent.to(0, low == null ? FIRST : low);
    }

    private BytesPage lastLeaf(byte[] high, KeyRange range) {
        return high.length == 0 || range.highIncluded()
                ? descent.to(0, high)
                : descent.below(0, high);
    }

    private static boolean isLast(BytesPage leaf, KeyRange range) {
        byte[] high = leaf.high();
        return leaf.right() == PagePointer.NULL || high == null || range.isAbove(high);
    }
}
