package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.btree.level.Root;

/**
 * The root at the home server of a tree of meganodes: the tree's, or that of the meganode where a
 * request starts. A meganode here that no page above names, for lack of memory, is reached only by
 * the right link of a page at another server, so a request that comes from there starts at it.
 */
final class HomeRoot implements Root {
    private final Root top;
    private final MeganodeRoot start;
    private boolean isStarted;

    HomeRoot(Root top, MeganodeRoot start) {
        this.top = top;
        this.start = start;
    }

    /** Begins at a page, if it is the root of a meganode at or left of a key. */
    void begin(long page, long key) {
        isStarted = page != top.get() && start.start(page, key);
    }

    /** Begins at the root of the tree. */
    void beginAtTop() {
        isStarted = false;
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
        return isStarted ? start.get() : top.refresh();
    }

    @Override
    public boolean swap(long expected, long next) {
        return top.swap(expected, next);
    }
}
