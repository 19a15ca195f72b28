package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.wire.MeganodeKind;

/**
 * The page where a request starts that is being served: usually the root of a meganode, while a
 * meganode moves any page of it.
 */
final class MeganodeRoot implements Root {
    /** Chosen: a dead page leads to a live one in a step or two; more are a cycle. */
    private static final int MOST_STEPS = 64;

    private final LocalPages pages;
    private final int rootLevel;
    private final PageView view;
    private long pointer;
    private long low;
    private int level;

    MeganodeRoot(LocalPages pages, int rootLevel) {
        this.pages = pages;
        this.rootLevel = rootLevel;
        this.view = pages.newView();
    }

    /**
     * Starts a request at a page, or at the one that a dead page leads to; YES, or why not.
     *
     * @throws dev.mangrove.index.access.ForeignPageException if the page leads to another server
     */
    int start(long page, long key) {
        long at = page;
        for (int steps = 0; steps < MOST_STEPS && at != PagePointer.NULL; steps++) {
            if (pages.reaches(at) && !pages.contains(at)) {
                return MeganodeKind.ASTRAY;
            }
            pages.open(at, view);
            level = view.level();
            low = view.low();
            PageMatch match = view.relate(level, key);
            boolean isGone = HeaderStamp.generation(view.header()) != PagePointer.generation(at);
            long link = view.link();
            if (!view.isValid()) {
                continue;
            }
            pointer = at;
            switch (match) {
                case HERE, RIGHT -> {
                    return level <= rootLevel ? MeganodeKind.YES : MeganodeKind.ASTRAY;
                }
                case DEAD -> at = link;
                case STALE -> {
                    return isGone ? MeganodeKind.GONE : MeganodeKind.ASTRAY;
                }
                case LEFT, DAMAGED -> {
                    return MeganodeKind.ASTRAY;
                }
            }
        }
        return MeganodeKind.ASTRAY;
    }

    /** Whether a pointer leads to a page of this server and index, perhaps a dead one. */
    boolean isPage(long hint) {
        if (!pages.contains(hint)) {
            return false;
        }
        pages.open(hint, view);
        return view.relate(view.level(), KeyOrder.LEAST) != PageMatch.DAMAGED;
    }

    /** Smallest key of the page. */
    long low() {
        return low;
    }

    /** Level of the page. */
    int level() {
        return level;
    }

    @Override
    public long get() {
        return pointer;
    }

    /**
     * The page, unless it has moved since the request began and been freed: the request then ends,
     * and the client learns from its next one that the page is gone.
     */
    @Override
    public long refresh() {
        pages.open(pointer, view);
        if (HeaderStamp.generation(view.header()) != PagePointer.generation(pointer)) {
            throw pages.elsewhere(pointer);
        }
        return pointer;
    }

    /**
     * The request has come to a page that begins left of where it started, see the head of the
     * package: what is above that page is reached by another request.
     */
    @Override
    public void beginsAfter() {
        throw pages.elsewhere(pointer);
    }

    @Override
    public boolean swap(long expected, long next) {
        throw new UnsupportedOperationException("a meganode has no root word");
    }
}
