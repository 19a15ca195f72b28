package dev.mangrove.index.btree.leaves;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

/**
 * Scans the leaves of a range. A leaf may be read at any moment of the scan and yields all entries
 * between its bounds; the next leaf is the one that covers the upper bound of the last. So the scan
 * may use leaves that {@link LeavesAhead} has read before.
 */
public final class LeafScan implements Cursor {
    private final LeafLevel leaves;
    private final KeyOrder order;
    private final PageView view;
    private final LeavesAhead ahead;
    private final LeafPrefetch prefetch;
    private final EntryBuffer entries;
    private RangeQuery query = RangeQuery.all();
    private long from;
    private long to;

    /** Entries that the query may still return, those of the current leaf left out. */
    private long left;

    private long nextLeaf;
    private long low;
    private long high;
    private boolean bounded;

    /** The current entry, and the end of those of the current leaf that the query returns. */
    private int position;

    private int end;
    private boolean atEnd;
    private boolean open;

    public LeafScan(LeafLevel leaves) {
        this.leaves = leaves;
        this.order = leaves.pages().order();
        int pageSize = leaves.pages().pageSize();
        this.view = leaves.pages().newView();
        this.ahead = new LeavesAhead(leaves);
        this.prefetch = new LeafPrefetch(leaves);
        this.entries = leaves.pages().newEntries(Page.slots(pageSize));
    }

    /** Starts a query; the one before must be closed. */
    public LeafScan begin(RangeQuery range) {
        if (open) {
            throw new IllegalStateException(
                    "another cursor of this view is open; close it, or open another view");
        }
        open = true;
        query = range;
        from = range.from();
        to = range.to();
        left = range.limit();
        atEnd = range.limit() == 0 || order.isLess(to, from);
        nextLeaf = PagePointer.NULL;
        ahead.begin(range);
        prefetch.begin(
                range.descending() ? from : to,
                range.descending(),
                range.limit() == Long.MAX_VALUE);
        position = 0;
        end = 0;
        return this;
    }

    @Override
    public boolean next() {
        int following = position + 1;
        if (following < end) {
            position = following;
            return true;
        }
        return nextLeaf();
    }

    /** Goes to the first entry of the next leaf that has one; false if there is none. */
    public boolean nextLeaf() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed; open another");
        }
        position = 0;
        end = 0;
        // Ends: each turn reads the next leaf of the range.
        while (end == 0 && left > 0 && !atEnd) {
            if (query.descending()) {
                fetchDown();
                entries.reverse();
            } else {
                fetchUp();
            }
            end = (int) Math.min(left, entries.size());
            left -= end;
        }
        return end > 0;
    }

    /** Entries of the current leaf in the order of the scan, those before {@link #end} of use. */
    public EntryBuffer entries() {
        return entries;
    }

    /** Number of entries of the current leaf that the query returns. */
    public int end() {
        return end;
    }

    @Override
    public long key() {
        return entries.key(position);
    }

    @Override
    public long value() {
        return entries.value(position);
    }

    @Override
    public void close() {
        open = false;
        end = 0;
    }

    /** The key that the scan goes on with after the entries that it has returned. */
    public long nextKey() {
        return query.descending() ? to : from;
    }

    private void fetchUp() {
        PageView leaf = leafAt(from);
        while (!take(leaf)) {
            leaves.open(from, view);
            leaf = view;
        }
        if (!bounded || order.isLess(to, high)) {
            atEnd = true;
        } else {
            from = high;
        }
    }

    private void fetchDown() {
        PageView leaf = leafAt(to);
        while (!take(leaf)) {
            leaves.open(to, view);
            leaf = view;
        }
        if (low == KeyOrder.LEAST || !order.isLess(from, low)) {
            atEnd = true;
        } else {
            to = order.before(low);
        }
    }

    /** Copies bounds and entries of a leaf; false if it changed meanwhile. */
    private boolean take(PageView leaf) {
        low = leaf.low();
        bounded = leaf.hasHigh();
        high = bounded ? leaf.high() : 0;
        nextLeaf = bounded ? leaf.right() : PagePointer.NULL;
        long head = leaf.head();
        entries.size(0);
        if (!leaf.collect(from, to, entries)) {
            RareBranch.SCAN_REPEATED.taken();
            return false;
        }
        ahead.used(leaf, head);
        if (!prefetch.isAhead()
                && !query.descending()
                && bounded
                && !order.isLess(to, high)
                && left > entries.size()) {
            leaves.pages().expectAll(nextLeaf); // It arrives while this leaf is sorted.
        }
        if (bounded) {
            entries.sort(order.isLess(from, low) ? low : from, order.isLess(to, high) ? to : high);
        } else {
            entries.sort(0);
        }
        entries.dropDuplicates(0);
        leaves.pages().host().work(Host.Work.ENTRY, entries.size());
        return true;
    }

    /**
     * The leaf that covers a key: read ahead, or the right neighbour of the last, or found by
     * descent.
     */
    private PageView leafAt(long key) {
        prefetch.reach(key, left);
        PageView found = ahead.find(key, left);
        if (found != null) {
            return found;
        }
        if (nextLeaf != PagePointer.NULL && !query.descending()) {
            leaves.pages().open(nextLeaf, view);
            leaves.pages().host().work(Host.Work.NODE, 1);
            if (view.relate(Page.LEAF, key) == PageMatch.HERE) {
                return view;
            }
        }
        leaves.open(key, view);
        return view;
    }
}
