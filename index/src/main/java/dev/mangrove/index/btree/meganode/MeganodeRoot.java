package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.Root;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PageView;

/**
 * The root of a meganode, as the request names it that is being served. Such a page never dies, and
 * its smallest key never changes.
 */
final class MeganodeRoot implements Root {
    private final Pages pages;
    private final int level;
    private final PageView view;
    private long pointer;
    private long low;

    MeganodeRoot(Pages pages, int level) {
        this.pages = pages;
        this.level = level;
        this.view = pages.newView();
    }

    /**
     * Starts a request at a page; false if the page is no root of a meganode at or left of a key.
     */
    boolean start(long page, long key) {
        PageMatch match;
        do {
            pages.open(page, view);
            match = view.relate(level, key);
            low = view.low();
        } while (!view.isValid()); // Ends: a writer has changed the page meanwhile.
        pointer = page;
        return match == PageMatch.HERE || match == PageMatch.RIGHT;
    }

    /** Smallest key of the meganode. */
    long low() {
        return low;
    }

    @Override
    public long get() {
        return pointer;
    }

    @Override
    public long refresh() {
        return pointer;
    }

    @Override
    public boolean swap(long expected, long next) {
        throw new UnsupportedOperationException("a meganode has no root word");
    }
}
