package dev.mangrove.index.btree.level;

import dev.mangrove.index.page.EntryBuffer;

/** Upper levels that this client walks itself. */
public final class OwnLevels implements ClientLevels {
    private final Root root;
    private final InnerLevels levels;

    public OwnLevels(Root root, InnerLevels levels) {
        this.root = root;
        this.levels = levels;
    }

    @Override
    public long leafFor(long key) {
        return levels.leafFor(key);
    }

    @Override
    public boolean isFromCopy() {
        return levels.isFromCopy();
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
    public void goUncached() {
        levels.goUncached();
    }

    @Override
    public boolean adopt(long dead, long loaded) {
        return levels.adopt(dead, loaded);
    }

    @Override
    public int collapse() {
        return levels.collapse();
    }
}
