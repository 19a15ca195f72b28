package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.access.ForeignPageException;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.btree.level.Descent;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.StructureGuard;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

/**
 * Ends the last meganode of a tree at a key, where a new meganode at another server begins: gives
 * the last page of each level an upper bound and a right link, the leaf first. It holds the latches
 * of all these pages meanwhile, so no writer adds a key past the bound. A search between the stores
 * goes right at a lower level than later; a server that it leads to sends its client back to the
 * root.
 */
final class TreeExtension {
    private final LocalPages pages;
    private final InnerLevels inner;
    private final LeafLevel leaves;
    private final int rootLevel;
    private final StructureGuard guard;
    private final PageView view;
    private final LockedPage[] locked;
    private final long[] last;

    TreeExtension(
            LocalPages pages,
            InnerLevels inner,
            LeafLevel leaves,
            int rootLevel,
            StructureGuard guard) {
        this.pages = pages;
        this.inner = inner;
        this.leaves = leaves;
        this.rootLevel = rootLevel;
        this.guard = guard;
        this.view = pages.newView();
        this.locked = new LockedPage[rootLevel + 1];
        this.last = new long[rootLevel + 1];
        for (int level = InnerLevels.LOWEST; level <= rootLevel; level++) {
            locked[level] = pages.newLockedPage();
        }
    }

    /** Whether the root of the tree's last meganode is full; an estimate. */
    boolean isDue() {
        long pointer;
        try {
            pointer = inner.find(Long.MAX_VALUE, rootLevel);
        } catch (ForeignPageException e) {
            return false; // The meganode is moving.
        }
        if (pointer == Descent.ABOVE_ROOT) {
            return false;
        }
        pages.open(pointer, view);
        return !view.hasHigh() && view.countNow() >= leaves.inserter().fanout();
    }

    /** Ends the last meganode at a key; false if it is another one or has such keys by now. */
    boolean extend(long key, long[] next) {
        if (!guard.tryEnter()) {
            return false;
        }
        try {
            return findLast() && extendGuarded(key, next);
        } finally {
            guard.exit();
        }
    }

    /** Finds the last page of each inner level, before any page is locked. */
    private boolean findLast() {
        for (int level = InnerLevels.LOWEST; level <= rootLevel; level++) {
            last[level] = inner.find(Long.MAX_VALUE, level);
            if (last[level] == Descent.ABOVE_ROOT) {
                return false;
            }
        }
        return true;
    }

    private boolean extendGuarded(long key, long[] next) {
        LockedPage leaf = leaves.locked();
        int held = Page.LEAF;
        try {
            leaves.lockTidied(Long.MAX_VALUE);
            boolean fits = endsBefore(leaf.view(), Page.LEAF, key);
            while (fits && held < rootLevel && pages.tryLock(last[held + 1], locked[held + 1])) {
                held++;
                fits = endsBefore(locked[held].view(), held, key);
            }
            boolean done = fits && held == rootLevel;
            for (int level = Page.LEAF; done && level <= rootLevel; level++) {
                end(level == Page.LEAF ? leaf : locked[level], level, key, next[level]);
            }
            unlock(held);
            leaf.unlock();
            leaves.settle();
            return done;
        } catch (RuntimeException | Error e) {
            releaseAll();
            throw e;
        }
    }

    /** Gives the last page of a level an upper bound, and a right link to the next meganode. */
    private static void end(LockedPage page, int level, long key, long next) {
        assert page.isLocked() && endsBefore(page.view(), level, key) : page.view().pointer();
        page.editor().split(key, next);
        assert page.view().hasHigh() && page.view().high() == key : page.view().pointer();
    }

    private void unlock(int held) {
        for (int level = held; level > Page.LEAF; level--) {
            locked[level].unlock();
        }
    }

    private void releaseAll() {
        for (@Nullable LockedPage page : locked) {
            if (page != null) {
                page.release();
            }
        }
        leaves.locked().release();
    }

    /** Whether a page is the last of its level and all its keys are below a key. */
    private static boolean endsBefore(PageView page, int level, long key) {
        if (page.relate(level, Long.MAX_VALUE) != PageMatch.HERE
                || page.hasHigh()
                || !page.isTidy()
                || page.low() >= key) {
            return false;
        }
        int slot = page.floor(Long.MAX_VALUE);
        return slot == Page.NONE || page.key(slot) < key;
    }
}
