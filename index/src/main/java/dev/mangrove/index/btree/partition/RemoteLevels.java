package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.ClientLevels;
import dev.mangrove.index.btree.level.CoveringWalk;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.LevelWalk;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.level.RemovalOutcome;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;

/** Upper levels that the server searches, by message. */
public final class RemoteLevels implements ClientLevels {
    private final RemoteCalls calls;
    private final Pages pages;
    private final int fanout;
    private final LevelWalk covering;

    public RemoteLevels(RemoteCalls calls, Pages pages, int fanout) {
        this.calls = calls;
        this.pages = pages;
        this.fanout = fanout;
        this.covering =
                new CoveringWalk(
                        pages,
                        pages.newView(),
                        (level, key) -> calls.locate(key),
                        (level, key, leaf) -> withdraw(key, leaf, PagePointer.NULL));
    }

    @Override
    public long leafFor(long key) {
        return calls.locate(key);
    }

    @Override
    public void startLeavesFor(Lookups wanted) {
        calls.sendLocates(wanted);
    }

    @Override
    public void leavesFor(Lookups wanted, long[] leaves) {
        calls.awaitLocates(wanted, leaves);
    }

    @Override
    public boolean isFromCopy() {
        return false;
    }

    @Override
    public void leavesNear(long key, EntryBuffer into) {
        calls.leavesNear(key, into);
    }

    @Override
    public boolean namesWithoutReading(long key) {
        return false;
    }

    @Override
    public boolean isFirstChild(long key) {
        calls.locate(key);
        return calls.lowOfParent() == key;
    }

    @Override
    public boolean post(long key, long leaf) {
        calls.post(key, leaf);
        return true;
    }

    @Override
    public void withdraw(long key, long leaf, long cover) {
        RemovalOutcome outcome = calls.withdraw(key, leaf, cover);
        if (!outcome.done()) {
            calls.withdraw(key, leaf, covering.find(Page.LEAF, outcome.first()));
        }
    }

    /** No effect: this client keeps no copies. */
    @Override
    public void forget(long key) {}

    @Override
    public void reportStale(long key, long leaf) {
        withdraw(key, leaf, PagePointer.NULL);
    }

    @Override
    public long root() {
        return calls.open(pages.pageSize(), fanout, InnerLevels.LOWEST);
    }

    /** No effect: the levels lie in the server's own memory. */
    @Override
    public void goUncached() {}

    @Override
    public boolean adopt(long dead, long loaded) {
        return calls.adopt(dead, loaded, 0);
    }

    @Override
    public int collapse() {
        return calls.collapse();
    }
}
