package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

/**
 * Puts a loaded tree in the place of an empty one: merges the leaves that deletes have emptied,
 * until one is left, and lets that one die. The head of {@link dev.mangrove.index.btree} has the
 * steps.
 */
public final class TreeReplacement {
    private static final int HAS_ENTRIES = -1;

    private final LeafLevel leaves;
    private final LockedPage page;
    private final PageView view;

    /** A replacement of the tree that has these leaves. */
    public TreeReplacement(LeafLevel leaves) {
        this.leaves = leaves;
        this.page = leaves.locked();
        this.view = leaves.pages().newView();
    }

    /**
     * Puts a loaded tree in the place of this one, unless that has entries; whether it did. One
     * word decides: the death of the only leaf, whose link leads to the root of the loaded tree.
     * The root word is changed after that, by the first client that comes to the dead leaf.
     */
    public boolean replace(long loaded) {
        WaitLimit wait = new WaitLimit(leaves.pages().host());
        wait.begin();
        while (collapse()) {
            try {
                leaves.lockTidied(Long.MIN_VALUE);
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

    private boolean replaceLocked(long loaded) {
        long old = page.view().pointer();
        long head = page.view().head();
        boolean empty = page.view().count() == 0;
        if (empty) {
            page.editor().kill(loaded);
        }
        page.unlock();
        if (empty && leaves.upper().adopt(old, loaded)) {
            leaves.pages().free(old);
            leaves.merges().endHead(head);
        }
        leaves.settle();
        return empty;
    }

    /**
     * Merges empty leaves and what is above them, until nothing more can be merged; false if a leaf
     * has entries. Leaves that another client holds are left.
     */
    private boolean collapse() {
        int gone;
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
        for (long key = Long.MIN_VALUE; ; ) {
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
     * Entries of the leaf that covers a key. The leaf is locked for this, so a change that another
     * client has begun ends first, or is ended here if that client is dead.
     */
    private int countTidied(long key) {
        try {
            leaves.lockTidied(key);
            int count = page.view().count();
            page.unlock();
            return count;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }
}
