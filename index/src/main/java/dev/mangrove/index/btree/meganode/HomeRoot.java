package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.wire.MeganodeKind;

/**
 * The root at the home server of a tree of meganodes: the tree's, or the page of a meganode where a
 * request starts. A meganode here that no page above names, for lack of memory, is reached only by
 * the right link of a page at another server, so a request that comes from there starts at it.
 */
final class HomeRoot implements Root {
    private final Root top;
    private final MeganodeRoot start;
    private boolean isStarted;
    private boolean isGone;

    HomeRoot(Root top, MeganodeRoot start) {
        this.top = top;
        this.start = start;
    }

    /**
     * Begins at a page of a meganode if it is at or left of a key, else at the root of the tree.
     */
    void begin(long page, long key) {
        int begun = page == top.get() ? MeganodeKind.ASTRAY : start.start(page, key);
        isStarted = begun == MeganodeKind.YES;
        isGone = begun == MeganodeKind.GONE;
    }

    /** Begins at the root of the tree. */
    void beginAtTop() {
        isStarted = false;
        isGone = false;
    }

    /** Whether the request starts at the root because the page that it names has been freed. */
    boolean isGone() {
        return isGone;
    }

    /** Whether the request starts at a meganode. */
    boolean isStarted() {
        return isStarted;
    }

    @Override
    public long get() {
        return isStarted ? start.get() : top.get();
    }

    @Override
    public long refresh() {
        return isStarted ? start.refresh() : top.refresh();
    }

    @Override
    public void beginsAfter() {
        if (isStarted) {
            start.beginsAfter();
        }
    }

    @Override
    public boolean swap(long expected, long next) {
        return top.swap(expected, next);
    }
}
