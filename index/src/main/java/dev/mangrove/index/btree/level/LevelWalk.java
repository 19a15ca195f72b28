package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

/**
 * Goes along a level of a tree to the page that covers a key. The page's bounds decide where it
 * goes on:
 *
 * <ul>
 *   <li>RIGHT: to the right neighbour, because the page has split;
 *   <li>DEAD: to the page that took its entries, because it was merged;
 *   <li>LEFT or STALE: nowhere. A stale entry named the page where the walk started; the walk has
 *       that entry corrected and starts again.
 * </ul>
 *
 * A page that does not cover the key was changed by another client during the walk, or since the
 * copy that named it was made. So there are few of them, and {@link Retries} bounds their number. A
 * walk keeps its state in local variables, because a correction may use the same walk.
 */
public abstract class LevelWalk {
    /** Returned instead of a page when the level is above the root. */
    public static final long NOWHERE = Descent.ABOVE_ROOT;

    private final Pages pages;
    private final Retries retries;

    /** Creates a walk over pages. */
    protected LevelWalk(Pages pages) {
        this.pages = pages;
        this.retries = new Retries(pages.host());
    }

    /** A page at or left of the one that covers a key, or {@link #NOWHERE}. */
    protected abstract long start(int level, long key);

    /** Shows a page, or locks it. */
    protected abstract PageView visit(long pointer);

    /**
     * Ends the visit of a page that does not cover the key.
     *
     * @param onward the page to go on with; NULL if there is none
     * @return false if the read was not valid, and the page must be visited again
     */
    protected abstract boolean leave(PageView view, PageMatch match, long onward);

    /** Corrects the stale entry that named the page where the walk started. */
    protected abstract void correct(int level, long key, long started);

    /**
     * Called after a page was passed; returns the page to go on with, NULL to start again.
     *
     * @param hops pages passed so far
     * @param named whether the walk started at the page
     */
    protected long passed(
            long key, long pointer, PageMatch match, long onward, int hops, boolean named) {
        return onward;
    }

    /**
     * Called when the page that covers the key is visited.
     *
     * @param named whether the walk started at the page
     */
    protected void arrived(long key, boolean named) {}

    /** Walks to the page that covers a key, which is visited then; or {@link #NOWHERE}. */
    public final long find(int level, long key) {
        long started = start(level, key);
        return started == NOWHERE ? NOWHERE : findFrom(started, visit(started), level, key);
    }

    /** As {@link #find}, from a page that the caller has visited. */
    final long findFrom(long first, PageView visited, int level, long key) {
        long started = first;
        long pointer = first;
        PageView view = visited;
        PageMatch match = view.relate(level, key);
        int hops = 0;
        for (int steps = 1; match != PageMatch.HERE; steps++) {
            long onward = onward(match, view);
            boolean counts = leave(view, match, onward);
            retries.check(steps, pointer);
            if (counts) {
                count(match);
                if (match == PageMatch.DAMAGED) {
                    throw pages.damaged(pointer);
                }
                if (onward == PagePointer.NULL) {
                    correct(level, key, started);
                }
                long next = passed(key, pointer, match, onward, ++hops, pointer == started);
                if (next == PagePointer.NULL) {
                    started = start(level, key);
                    next = started;
                }
                if (next == NOWHERE) {
                    return NOWHERE;
                }
                pointer = next;
            }
            view = visit(pointer);
            match = view.relate(level, key);
        }
        arrived(key, pointer == started);
        return pointer;
    }

    private static void count(PageMatch match) {
        switch (match) {
            case RIGHT -> RareBranch.WALKED_RIGHT.taken();
            case DEAD -> RareBranch.LEFT_DEAD_PAGE.taken();
            case LEFT, STALE -> RareBranch.STALE_ENTRY.taken();
            case HERE, DAMAGED -> {}
        }
    }

    private static long onward(PageMatch match, PageView from) {
        return switch (match) {
            case RIGHT -> from.right();
            case DEAD -> from.link();
            case HERE, LEFT, STALE, DAMAGED -> PagePointer.NULL;
        };
    }
}
