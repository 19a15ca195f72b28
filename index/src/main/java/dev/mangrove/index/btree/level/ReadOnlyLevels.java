package dev.mangrove.index.btree.level;

import dev.mangrove.index.page.EntryBuffer;

/** Upper levels of a tree that only its server changes; it mends them itself. */
public final class ReadOnlyLevels implements UpperLevels {
    private final InnerLevels levels;

    public ReadOnlyLevels(InnerLevels levels) {
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
    public boolean post(long key, long leaf) {
        throw new UnsupportedOperationException("only the server changes its tree");
    }

    @Override
    public void withdraw(long key, long leaf, long cover) {
        throw new UnsupportedOperationException("only the server changes its tree");
    }

    /** The server does it. */
    @Override
    public boolean adopt(long dead, long loaded) {
        return false;
    }

    @Override
    public int collapse() {
        return 0;
    }

    @Override
    public void forget(long key) {
        levels.forget(key);
    }

    @Override
    public void astray(long key, long leaf) {
        levels.astray(key, leaf);
    }
}
