package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

/**
 * Goes along a level of a tree to the page that covers a key. Each page says by its bounds where to
 * go on:
 *
 * <ul>
 *   <li>RIGHT: to the right neighbour, as the page has split;
 *   <li>DEAD: to the page that took its entries, as it was merged;
 *   <li>LEFT or STALE: nowhere. The page where the walk started was named by an entry that is out
 *       of date; the walk has it corrected and starts again.
 * </ul>
 *
 * Each page that does not cover the key was changed by other clients while the walk was under way,
 * or since the copy was made that named it. So there are few of them, and {@link Retries} bounds
 * their number. A walk keeps its state in local variables: corrections may walk, too.
 */
public abstract class LevelWalk {
    /** Returned instead of a page when the level is above the root. */
    public static final long NOWHERE = Descent.ABOVE_ROOT;

    private final Pages pages;
    private final Retries retries;

    /** A walk over pages. */
    protected LevelWalk(Pages pages) {
        this.pages = pages;
        this.retries = new Retries(pages.host());
    }

    /** A page at or left of the one that covers a key, or {@link #NOWHERE}. */
    protected abstract long start(int level, long key);

    /** Looks at a page, or locks it. */
    protected abstract PageView visit(long pointer);

    /**
     * Ends the visit of a page that does not cover the key.
     *
     * @param onward where the page says to go on; NULL if nowhere
     * @return false if what was read of the page does not count, and it must be visited again
     */
    protected abstract boolean leave(PageView view, PageMatch match, long onward);

    /** The page that the walk started at leads nowhere. */
    protected abstract void correct(int level, long key, long started);

    /**
     * A page was passed; returns where to go on, NULL to start again.
     *
     * @param hops pages passed so far
     * @param named whether the walk started at the page
     */
    protected long passed(
            long key, long pointer, PageMatch match, long onward, int hops, boolean named) {
        return onward;
    }

    /**
     * The page that covers a key is visited.
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

    private static long onward(PageMatch match, PageView from) {
        return switch (match) {
            case RIGHT -> from.right();
            case DEAD -> from.link();
            case HERE, LEFT, STALE, DAMAGED -> PagePointer.NULL;
        };
    }
}
