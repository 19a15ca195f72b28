package dev.mangrove.index.rtree.search;

import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.session.LossWatch;

import org.jspecify.annotations.Nullable;

/**
 * Provides the pages that a search wants, one after the other: in place, or as copies that are read
 * while the search works on others. Used by one thread.
 */
public abstract class NodeFeed {
    /** What {@link #next} has found. */
    public enum Step {
        /** No wanted page is left. */
        END,
        /** {@link #view} shows a page. */
        PAGE,
        /** A wanted page is dead or reused. */
        STALE
    }

    private @Nullable LossWatch losses;
    private long pages;

    /** Sets the watch that knows whether the tree's server is lost. */
    public final NodeFeed watchedBy(LossWatch watch) {
        losses = watch;
        return this;
    }

    /** Throws if the tree's server is lost: mapped memory can be read after its server has died. */
    final void checkLosses() {
        LossWatch watch = losses;
        if (watch != null) {
            watch.check();
        }
    }

    /**
     * Drops all wanted pages, and wants the root.
     *
     * @return the tree's sequence, read before the root
     */
    public abstract long begin();

    /**
     * As {@link #begin()}, for a search by window with the limits of {@link WindowSearch}; may want
     * pages further down instead of the root.
     */
    public long begin(double mostMinX, double mostMinY, double leastMaxX, double leastMaxY) {
        return begin();
    }

    /** Wants a page. */
    public abstract void want(long pointer);

    /** Goes on to the next page. */
    public abstract Step next();

    /** The current page. */
    public abstract NodeView view();

    /** Whether the read of the current page is valid; if not, the feed provides the page again. */
    public abstract boolean confirm();

    /**
     * Whether no entry was in two pages between the start of the search and the last {@link
     * #confirm}, as far as known.
     */
    public boolean isStill() {
        return false;
    }

    /** Ends the search and its outstanding READs. */
    public abstract void end();

    /** Called if a search restarts often: checks that the tree still exists. */
    public void suspect() {}

    /** Number of pages read. */
    public long pages() {
        return pages;
    }

    final void countPage() {
        pages++;
    }

    final void countPages(int number) {
        pages += number;
    }
}
