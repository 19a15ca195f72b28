package dev.mangrove.index.btree.leaves;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.btree.level.UpperLevels;
import dev.mangrove.index.page.KeyOrder;

/**
 * Prefetches the leaves that a scan is about to read in place, several at the same time, as soon as
 * a copy of their parent names them. Names may be stale: the scan finds its leaves itself.
 */
final class LeafPrefetch {
    /** Chosen: enough names for ranges of a few hundred entries; a copy names up to 60 leaves. */
    private static final int MOST_NAMES = 16;

    /**
     * Leaves ahead of the scan. Chosen: more lines than a processor fetches at the same time, and
     * less than a tenth of a first-level cache.
     */
    private static final int DEPTH = 4;

    private final UpperLevels upper;
    private final Pages pages;
    private final int usualEntries;
    private final long[] names = new long[MOST_NAMES];
    private long end;
    private boolean descending;
    private int depth;

    /** Names that have been asked for, that have been prefetched, and whose leaves were reached. */
    private int named;

    private int fetched;
    private int reached;

    LeafPrefetch(LeafLevel leaves) {
        this.upper = leaves.upper();
        this.pages = leaves.pages();
        this.usualEntries = Math.max(1, leaves.inserter().fanout() * 3 / 4);
    }

    /** Forgets the leaves of the query before; the next ends with a key, as far as is known. */
    void begin(long lastKey, boolean goesDown, boolean unlimited) {
        end = lastKey;
        descending = goesDown;
        boolean openEnded = unlimited && lastKey == (goesDown ? KeyOrder.LEAST : KeyOrder.GREATEST);
        depth = openEnded ? 1 : DEPTH;
        named = 0;
        fetched = 0;
        reached = 0;
    }

    /**
     * Called before the scan reads the leaf that covers a key. Prefetches as many leaves as the
     * query needs if leaves are three quarters full. A caller that gave no bounds may stop at any
     * entry, so the number starts at one and doubles.
     *
     * @param left entries that the query may still return
     */
    void reach(long key, long left) {
        if (reached == named) {
            named = upper.copiedNames(key, end, descending, names);
            fetched = 0;
            reached = 0;
            if (named == 0) {
                return;
            }
        }
        long needed = reached + Math.min(depth, 1 + left / usualEntries);
        int until = (int) Math.min(named, needed);
        for (; fetched < until; fetched++) {
            pages.expectAll(names[fetched]);
        }
        depth = Math.min(DEPTH, 2 * depth);
        reached++;
    }

    /** Whether the leaf after the one that was reached last has been prefetched. */
    boolean isAhead() {
        return fetched > reached;
    }
}
