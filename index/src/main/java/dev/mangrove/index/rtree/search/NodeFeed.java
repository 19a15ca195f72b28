package dev.mangrove.index.rtree.search;

import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.session.LossWatch;

import org.jspecify.annotations.Nullable;

/**
 * Brings the pages that a search wants, one after the other: where they are, or as copies that are
 * read while the search looks at others. Used by one thread.
 */
public abstract class NodeFeed {
    /** {@link #next}: nothing is wanted any more. */
    public static final int END = 0;

    /** {@link #next}: there is a page to look at. */
    public static final int PAGE = 1;

    /** {@link #next}: a page that was wanted is no more. */
    public static final int STALE = 2;

    private @Nullable LossWatch losses;
    private long pages;

    /** Checks with somebody who knows whether the tree's server is lost. */
    public final NodeFeed watchedBy(LossWatch watch) {
        losses = watch;
        return this;
    }

    /**
     * Makes sure that what was found may be returned: memory that is used in place can be read
     * after its server has died.
     */
    final void checkLosses() {
        LossWatch watch = losses;
        if (watch != null) {
            watch.check();
        }
    }

    /**
     * Forgets what was wanted, and wants the root.
     *
     * @return the tree's sequence, from before the root was looked at
     */
    public abstract long begin();

    /**
     * As {@link #begin()}, for a search by window that compares borders with these as {@link
     * WindowSearch} does: what it wants may be pages further down.
     */
    public long begin(double a, double b, double c, double d) {
        return begin();
    }

    /** Wants a page. */
    public abstract void want(long pointer);

    /** Goes on to the next page; {@link #END}, {@link #PAGE} or {@link #STALE}. */
    public abstract int next();

    /** The page to look at. */
    public abstract NodeView view();

    /** Whether what was read of the page counts; if not, it comes again. */
    public abstract boolean confirm();

    /**
     * Whether it is known that no entry has been at two places since the search began, as of what
     * was last confirmed.
     */
    public boolean isStill() {
        return false;
    }

    /** Ends all that is under way. */
    public abstract void end();

    /** The search does not get on: makes sure that the tree is still there. */
    public void suspect() {}

    /** Pages looked at so far. */
    public long pages() {
        return pages;
    }

    final void countPage() {
        pages++;
    }
}
