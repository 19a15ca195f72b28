package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

/**
 * Replaces an empty tree by a loaded one: merges the leaves that deletes have emptied until one is
 * left, and marks that one as dead. The head of {@link dev.mangrove.index.btree} has the steps.
 */
public final class TreeReplacement {
    private static final int HAS_ENTRIES = -1;

    private final LeafLevel leaves;
    private final LockedPage page;
    private final PageView view;

    /** Creates a replacement of the tree with these leaves. */
    public TreeReplacement(LeafLevel leaves) {
        this.leaves = leaves;
        this.page = leaves.locked();
        this.view = leaves.pages().newView();
    }

    /**
     * Replaces this tree by a loaded one unless this one has entries; whether it did. One store
     * decides: it marks the only leaf as dead, with a link to the root of the loaded tree. This
     * client, or the first that reaches the dead leaf, swaps the root word after that.
     */
    public boolean replace(long loaded) {
        WaitLimit wait = new WaitLimit(leaves.pages().host());
        wait.begin();
        while (collapse()) {
            try {
                leaves.lockTidied(KeyOrder.LEAST);
                if (!page.view().hasHigh()) {
                    return replaceLocked(loaded);
                }
                page.unlock();
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
            leaves.settle();
            wait.looked(loaded, root -> "empty leaves to merge, which other clients hold");
        }
        return false;
    }

    /**
     * As {@link #replace}, if the tree has one leaf and this leaf has exactly the given entries,
     * which the loaded tree has as well; merges nothing.
     */
    public boolean replaceOnly(EntryBuffer entries, long loaded) {
        try {
            leaves.lockTidied(KeyOrder.LEAST);
            if (page.view().hasHigh() || !isEqual(page.view(), entries)) {
                page.unlock();
                return false;
            }
            replaceBy(loaded);
            return true;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    private static boolean isEqual(PageView leaf, EntryBuffer entries) {
        if (leaf.count() != entries.size()) {
            return false;
        }
        for (int i = 0; i < entries.size(); i++) {
            int slot = leaf.find(entries.key(i));
            if (slot == Page.NONE || !leaf.isCollected(slot, entries.key(i), entries.value(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean replaceLocked(long loaded) {
        boolean empty = page.view().count() == 0;
        if (empty) {
            replaceBy(loaded);
        } else {
            page.unlock();
            leaves.settle();
        }
        return empty;
    }

    /** Ends the locked leaf, the only one of its tree. */
    private void replaceBy(long loaded) {
        assert page.isLocked() && leaves.isOnly() : page.view().pointer();
        long old = page.view().pointer();
        long head = page.view().head();
        page.editor().kill(loaded);
        page.unlock();
        if (leaves.upper().adopt(old, loaded)) {
            leaves.pages().free(old);
            leaves.merges().endHead(head);
        }
        leaves.settle();
    }

    /**
     * Merges empty leaves and the levels above them as far as possible; false if a leaf has
     * entries. Skips leaves that another client has locked.
     */
    public boolean collapse() {
        int gone;
        // Ends: each repetition has merged a page away.
        do {
            gone = mergeEmpty();
            if (gone == HAS_ENTRIES) {
                return false;
            }
            gone += leaves.upper().collapse();
        } while (gone > 0);
        return true;
    }

    private int mergeEmpty() {
        int merged = 0;
        // Ends: each turn merges a page or goes right; an invalid view means that a writer has
        // changed the page.
        for (long key = KeyOrder.LEAST; ; ) {
            leaves.open(key, view);
            long pointer = view.pointer();
            boolean bounded = view.hasHigh();
            long high = bounded ? view.high() : 0;
            long right = bounded ? view.right() : PagePointer.NULL;
            if (!view.isValid()) {
                continue;
            }
            if (bounded && view.countNow() == 0 && leaves.merges().merge(pointer, right, high)) {
                merged++;
                continue;
            }
            if (countTidied(key) > 0) {
                return HAS_ENTRIES;
            }
            if (!bounded) {
                return merged;
            }
            key = high;
        }
    }

    /**
     * Number of entries of the leaf that covers a key. Locks the leaf, so that a change of another
     * client ends first; finishes it if that client is dead.
     */
    private int countTidied(long key) {
        try {
            leaves.lockTidied(key);
            assert page.isLocked() && page.view().isTidy() : page.view().pointer();
            int count = page.view().count();
            page.unlock();
            return count;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }
}
