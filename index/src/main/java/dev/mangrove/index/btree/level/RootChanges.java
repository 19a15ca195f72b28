package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.session.RequestRefusedException;

/** Changes the root of a tree: adds a page above it, or replaces the tree by a loaded one. */
final class RootChanges {
    private final Pages pages;
    private final Root root;
    private final NodeCache cache;
    private final PageView child;
    private final LockedPage page;
    private final PageImage image;
    private final EntryBuffer entries;

    RootChanges(Pages pages, Root root, NodeCache cache) {
        this.pages = pages;
        this.entries = pages.newEntries(2);
        this.root = root;
        this.cache = cache;
        this.child = pages.newView();
        this.page = pages.newLockedPage();
        this.image = pages.newImage();
    }

    /** Adds a new root above the old one, which has split. */
    boolean grow(int level, long key, long pointer) {
        long old = root.refresh();
        pages.open(old, child);
        int height = child.level();
        if (!child.isValid() || height != level - 1) {
            return false;
        }
        assert level >= InnerLevels.LOWEST : level;
        assert pages.order().isLess(KeyOrder.LEAST, key) : pages.order().text(key);
        Page.checkLevel(level);
        entries.size(0);
        entries.add(KeyOrder.LEAST, old);
        entries.add(key, pointer);
        long above = pages.allocate();
        try {
            image.unbounded(above, level, KeyOrder.LEAST).entries(entries, 0, 2);
        } catch (RequestRefusedException e) {
            pages.putBack(above); // There is no memory for a long key.
            throw e;
        }
        pages.write(above, image);
        if (root.swap(old, above)) {
            return true;
        }
        pages.putBack(above);
        return false;
    }

    /** See {@link UpperLevels#adopt}. */
    boolean adopt(long dead, long loaded) {
        long before = root.refresh();
        boolean swapped = leadsTo(before, dead) && root.swap(before, loaded);
        cache.clear();
        if (swapped) {
            endPath(before, loaded);
        }
        return swapped;
    }

    /** Whether the path along first children from an inner page down ends at a leaf. */
    private boolean leadsTo(long from, long leaf) {
        long pointer = from;
        // Ends: each valid read goes down a level; an invalid one means that a writer has changed
        // the page.
        while (true) {
            pages.open(pointer, child);
            int level = child.level();
            boolean alive = child.relate(level, KeyOrder.LEAST) == PageMatch.HERE;
            int slot = child.find(KeyOrder.LEAST);
            long next = slot == Page.NONE ? PagePointer.NULL : child.value(slot);
            if (!child.isValid()) {
                continue;
            }
            if (!alive || level <= InnerLevels.LOWEST || next == PagePointer.NULL) {
                return alive && next == leaf;
            }
            pointer = next;
        }
    }

    /**
     * Ends the pages above the only leaf of a replaced tree, the root first: a search that starts
     * at the old root then follows its link to the new one before any other page is reused.
     */
    private void endPath(long from, long successor) {
        int level;
        long pointer = from;
        do {
            pages.lock(pointer, page);
            try {
                level = page.view().level();
                assert page.isLocked() && level >= InnerLevels.LOWEST : level;
                assert page.view().relate(level, KeyOrder.LEAST) == PageMatch.HERE : pointer;
                int slot = page.view().find(KeyOrder.LEAST);
                long next = slot == Page.NONE ? PagePointer.NULL : page.view().value(slot);
                page.editor().kill(successor);
                page.unlock();
                pages.free(pointer);
                pointer = next;
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
        } while (level > InnerLevels.LOWEST && pointer != PagePointer.NULL);
    }
}
