package dev.mangrove.index.bytes.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.BytesEntry;
import dev.mangrove.index.page.bytes.BytesNode;
import dev.mangrove.index.page.bytes.BytesPage;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.List;

/** Merges pages that deletes have left nearly empty. The caller holds the lock. */
final class TreeShrinking {
    /** A page with at most this part of its entries is merged. Chosen: far from a split. */
    private static final int SPARSE = 4;

    private final TreePages pages;
    private final TreeDescent descent;
    private final int fanout;

    TreeShrinking(TreePages pages, TreeDescent descent, int fanout) {
        this.pages = pages;
        this.descent = descent;
        this.fanout = fanout;
    }

    /** Merges pages on the way to a key that has been deleted from a leaf. */
    void afterDelete(BytesPage leaf, byte[] key) {
        if (leaf.count() > fanout(0) / SPARSE) {
            return;
        }
        boolean merged;
        do { // Ends: each round frees a page.
            merged = false;
            for (int level = 0; level < descent.root().level(); level++) {
                merged |= mergeAt(level, key);
            }
        } while (merged);
        lowerRoot();
    }

    private boolean mergeAt(int level, byte[] key) {
        BytesPage page = descent.to(level, key);
        if (page.count() > fanout(level) / SPARSE) {
            return false;
        }
        BytesPage parent = descent.to(level + 1, key);
        List<BytesEntry> children = parent.entries();
        for (int i = 0; i < children.size(); i++) {
            if (children.get(i).word() == page.pointer()) {
                return mergeAt(parent, children, i) || (i > 0 && mergeAt(parent, children, i - 1));
            }
        }
        return false;
    }

    /** Merges a child with the one on its right, if both are children of one page. */
    private boolean mergeAt(BytesPage parent, List<BytesEntry> children, int i) {
        if (i + 1 == children.size()) {
            return false;
        }
        BytesPage left = pages.open(children.get(i).word());
        BytesPage right = pages.open(children.get(i + 1).word());
        int both = left.count() + right.count();
        boolean oneIsEmpty = left.count() == 0 || right.count() == 0;
        int fits = fanout(left.level());
        int most = oneIsEmpty ? fits : fits - fits / SPARSE;
        return both <= most
                && left.right() == right.pointer() // Else a page between them is not named yet.
                && merge(parent, left, right);
    }

    private boolean merge(BytesPage parent, BytesPage left, BytesPage right) {
        BytesNode first = left.load();
        BytesNode second = right.load();
        assert left.level() == parent.level() - 1 && right.level() == left.level() : left.level();
        assert left.count() + right.count() <= fanout(left.level()) : right.count();
        try {
            pages.storeMerged(left, first, right, second);
        } catch (RequestRefusedException e) {
            return false; // The common prefix is shorter, and there is no memory for longer keys.
        }
        int slot = parent.find(second.low().key());
        assert slot != BytesPage.NONE && parent.word(slot) == right.pointer() : right.pointer();
        long separator = parent.entry(slot).keyExtent();
        parent.clear(slot);
        pages.space().free(right.pointer());
        // Now no page that clients can reach has these.
        pages.extents().free(separator);
        pages.free(first.high());
        pages.free(second.low());
        return true;
    }

    private int fanout(int level) {
        return pages.fanout(level, fanout);
    }

    /** Removes roots that have one child. */
    private void lowerRoot() {
        BytesPage root = descent.root();
        while (root.level() > 0 && root.count() == 1 && root.right() == PagePointer.NULL) {
            BytesPage child = pages.open(root.word(root.last()));
            if (child.right() != PagePointer.NULL) {
                return; // The child's right neighbour is not named yet.
            }
            assert child.level() == root.level() - 1 && child.high() == null : child.level();
            descent.root(child.pointer());
            pages.freeAll(root.pointer());
            root = child;
        }
    }
}
