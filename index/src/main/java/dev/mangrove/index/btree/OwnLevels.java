package dev.mangrove.index.btree;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.session.MangroveException;
import dev.mangrove.index.wire.Status;

/** Upper levels that this client walks itself. */
final class OwnLevels implements ClientLevels {
    private final Pages pages;
    private final Root root;
    private final InnerLevels levels;
    private final NodeCache cache;
    private final int fanout;

    OwnLevels(Pages pages, Root root, InnerLevels levels, NodeCache cache, int fanout) {
        this.pages = pages;
        this.root = root;
        this.levels = levels;
        this.cache = cache;
        this.fanout = fanout;
    }

    @Override
    public long leafFor(long key) {
        return levels.leafFor(key);
    }

    @Override
    public void leavesAfter(long key, EntryBuffer into) {
        levels.leavesAfter(key, into);
    }

    @Override
    public boolean isFirstChild(long key) {
        return levels.isFirstChild(key);
    }

    @Override
    public void post(long key, long leaf) {
        levels.post(key, leaf);
    }

    @Override
    public void withdraw(long key, long leaf, long cover) {
        levels.withdraw(key, leaf, cover);
    }

    @Override
    public void forget(long key) {
        levels.forget(key);
    }

    @Override
    public void astray(long key, long leaf) {
        levels.astray(key, leaf);
    }

    @Override
    public long root() {
        return root.refresh();
    }

    @Override
    public void adopt(long old, EntryBuffer leaves, double fill) {
        long before = root.refresh();
        long above = LevelWriter.writeAbove(pages, leaves, fanout, fill);
        if (!root.swap(before, above)) {
            throw new MangroveException(
                    Status.INVALID, "another client has changed the index while it was loaded");
        }
        cache.clear();
        endOldRoot(before, above);
    }

    /** Whoever still starts at the old root is led to the new one. */
    private void endOldRoot(long before, long above) {
        LockedPage page = pages.newLockedPage();
        pages.lock(before, page);
        try {
            page.editor().kill(above);
            page.unlock();
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
        pages.free(before);
    }
}
