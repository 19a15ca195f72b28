package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PageView;

/**
 * Walk to the page that covers a key, from the page that covers the key before it. A separator of
 * the page itself may be missing or stale, that of a page further left leads to it as well. Locks
 * nothing.
 */
public final class CoveringWalk extends LevelWalk {
    private final Pages pages;
    private final PageView view;
    private final Search search;
    private final Correction correction;

    /** Finds the page of a level that covers a key, or one further left. */
    @FunctionalInterface
    public interface Search {
        long find(int level, long key);
    }

    /** Corrects the stale entry by which the search for a key came to a page of a level. */
    @FunctionalInterface
    public interface Correction {
        void correct(int level, long key, long page);
    }

    /**
     * Creates a walk.
     *
     * @param view shows the pages; free for other uses between two walks
     */
    public CoveringWalk(Pages pages, PageView view, Search search, Correction correction) {
        super(pages);
        this.pages = pages;
        this.view = view;
        this.search = search;
        this.correction = correction;
    }

    @Override
    protected long start(int level, long key) {
        return search.find(level, pages.order().before(key));
    }

    @Override
    protected PageView visit(long pointer) {
        pages.open(pointer, view);
        return view;
    }

    @Override
    protected boolean leave(PageView at, PageMatch match, long onward) {
        return at.isValid();
    }

    @Override
    protected void correct(int level, long key, long started) {
        correction.correct(level, pages.order().before(key), started);
    }
}
