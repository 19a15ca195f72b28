package dev.mangrove.bench.published;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.Descent;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Inserter;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;

/** Upper levels that do not wait for a parent's latch, and post only this client's separators. */
final class GivingUpLevels implements ClientLevels {
    private final InnerLevels levels;
    private final Pages pages;
    private final Merger merger;
    private final Inserter inserter;
    private final LockedPage page;

    GivingUpLevels(InnerLevels levels, Pages pages, Merger merger, int fanout) {
        this.levels = levels;
        this.pages = pages;
        this.merger = merger;
        this.inserter = new Inserter(pages, fanout);
        this.page = pages.newLockedPage();
    }

    @Override
    public boolean post(long key, long leaf) {
        long parent = levels.find(key, InnerLevels.LOWEST);
        if (parent == Descent.ABOVE_ROOT) {
            return levels.post(key, leaf);
        }
        try {
            if (!pages.tryLock(parent, page)) {
                return false;
            }
            if (page.view().relate(InnerLevels.LOWEST, key) != PageMatch.HERE) {
                page.unlock();
                return false;
            }
            if (!merger.prepare(page)) {
                return false;
            }
            put(key, leaf);
            return true;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    private void put(long key, long leaf) {
        if (page.view().find(key) != Page.NONE) {
            page.unlock();
            return;
        }
        long right = inserter.insert(page, key, leaf);
        if (right != PagePointer.NULL) {
            levels.postAt(InnerLevels.LOWEST + 1, inserter.separator(), right);
        }
    }

    /** True, so that no client posts a separator that another client has not posted. */
    @Override
    public boolean isFromCopy() {
        return true;
    }

    @Override
    public long leafFor(long key) {
        return levels.leafFor(key);
    }

    @Override
    public void leavesNear(long key, EntryBuffer into) {
        levels.leavesNear(key, into);
    }

    @Override
    public boolean namesWithoutReading(long key) {
        return levels.namesWithoutReading(key);
    }

    @Override
    public boolean isFirstChild(long key) {
        return levels.isFirstChild(key);
    }

    @Override
    public void withdraw(long key, long leaf, long cover) {
        levels.withdraw(key, leaf, cover);
    }

    @Override
    public boolean adopt(long dead, long loaded) {
        return levels.adopt(dead, loaded);
    }

    @Override
    public int collapse() {
        return levels.collapse();
    }

    @Override
    public void forget(long key) {
        levels.forget(key);
    }

    @Override
    public void reportStale(long key, long leaf) {
        levels.reportStale(key, leaf);
    }

    @Override
    public long root() {
        return levels.root();
    }

    @Override
    public void goUncached() {
        levels.goUncached();
    }
}
