package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

/**
 * Scans the leaves of a range. A leaf may be read at any moment of the scan and yields all entries
 * between its bounds; the next leaf is the one that covers the upper bound of the last. So the scan
 * prefetches leaves that the upper levels or a head node name, and ignores those that do not cover
 * the next key.
 */
public final class LeafScan implements Cursor {
    /** Chosen: as many leaves as a head node lists by default. */
    private static final int MOST_AHEAD = 16;

    private final LeafLevel leaves;
    private final PageView view;
    private final PageView head;
    private final PageView[] ahead = new PageView[MOST_AHEAD];
    private final long[] pointers = new long[MOST_AHEAD];
    private final EntryBuffer hints = new EntryBuffer(MOST_AHEAD);
    private final EntryBuffer entries;
    private RangeQuery query = RangeQuery.all();
    private long from;
    private long to;
    private long left;
    private long nextLeaf;
    private long low;
    private long high;
    private long headHint;
    private boolean bounded;
    private int nextHint;
    private int aheadCount;
    private int position;
    private boolean atEnd;
    private boolean open;
    private boolean hinted;

    public LeafScan(LeafLevel leaves) {
        this.leaves = leaves;
        int pageSize = leaves.pages().pageSize();
        this.view = leaves.pages().newView();
        this.head = leaves.pages().newView();
        this.entries = new EntryBuffer(Page.slots(pageSize));
        for (int i = 0; i < MOST_AHEAD; i++) {
            ahead[i] = leaves.pages().newView();
        }
    }

    /** Starts a query; the one before must be closed. */
    public LeafScan begin(RangeQuery range) {
        if (open) {
            throw new IllegalStateException("another cursor of this view is open");
        }
        open = true;
        query = range;
        from = range.from();
        to = range.to();
        left = range.limit();
        atEnd = range.isEmpty();
        nextLeaf = PagePointer.NULL;
        hints.size(0);
        nextHint = 0;
        aheadCount = 0;
        hinted = false;
        entries.size(0);
        position = query.descending() ? 0 : -1;
        return this;
    }

    @Override
    public boolean next() {
        if (!open) {
            throw new IllegalStateException("the cursor is closed");
        }
        if (left == 0) {
            return false;
        }
        if (query.descending()) {
            position--;
        } else {
            position++;
        }
        while (position < 0 || position >= entries.size()) {
            if (atEnd) {
                left = 0;
                return false;
            }
            if (query.descending()) {
                fetchDown();
                position = entries.size() - 1;
            } else {
                fetchUp();
                position = 0;
            }
        }
        left--;
        return true;
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
    }

    /** The key that the scan goes on with after the entries that it has returned. */
    long nextKey() {
        return query.descending() ? to : from;
    }

    private void fetchUp() {
        PageView leaf = leafAt(from);
        while (!take(leaf)) {
            leaves.open(from, view);
            leaf = view;
        }
        if (!bounded || high > to) {
            atEnd = true;
            return;
        }
        hint();
        from = high;
    }

    private void fetchDown() {
        leaves.open(to, view);
        while (!take(view)) {
            leaves.open(to, view);
        }
        if (low <= from || low == Long.MIN_VALUE) {
            atEnd = true;
        } else {
            to = low - 1;
        }
    }

    /** Copies bounds and entries of a leaf; false if it changed meanwhile. */
    private boolean take(PageView leaf) {
        low = leaf.low();
        bounded = leaf.hasHigh();
        high = bounded ? leaf.high() : 0;
        nextLeaf = bounded ? leaf.right() : PagePointer.NULL;
        headHint = leaf.head();
        entries.size(0);
        if (!leaf.collect(from, to, entries)) {
            RareBranch.SCAN_REPEATED.taken();
            return false;
        }
        if (!query.descending() && bounded && high <= to && left > entries.size()) {
            leaves.pages().expectAll(nextLeaf); // It arrives while this leaf is sorted.
        }
        entries.sort(0);
        entries.dropDuplicates(0);
        leaves.pages().host().work(Host.Work.ENTRY, entries.size());
        return true;
    }

    /**
     * The leaf that covers a key: prefetched, or the right neighbour of the last, or found by
     * descent.
     */
    private PageView leafAt(long key) {
        PageView found = fetchedAhead(key);
        if (found == null && fetchAhead(key)) {
            found = fetchedAhead(key);
        }
        if (found != null) {
            return found;
        }
        if (nextLeaf != PagePointer.NULL) {
            leaves.pages().open(nextLeaf, view);
            leaves.pages().host().work(Host.Work.NODE, 1);
            if (view.relate(Page.LEAF, key) == PageMatch.HERE) {
                return view;
            }
        }
        leaves.open(key, view);
        return view;
    }

    private @org.jspecify.annotations.Nullable PageView fetchedAhead(long key) {
        for (int i = 0; i < aheadCount; i++) {
            if (ahead[i].relate(Page.LEAF, key) == PageMatch.HERE) {
                return ahead[i];
            }
        }
        return null;
    }

    /** Prefetches the leaves that the hints name from a key on; false if they name none. */
    private boolean fetchAhead(long key) {
        aheadCount = 0;
        while (nextHint < hints.size() && hints.key(nextHint) < key) {
            nextHint++;
        }
        long pages = 1 + left / Math.max(1, leaves.inserter().fanout() / 2);
        long most = Math.min(MOST_AHEAD, pages);
        while (aheadCount < most && nextHint < hints.size() && hints.key(nextHint) <= to) {
            pointers[aheadCount++] = hints.value(nextHint++);
        }
        leaves.pages().openAll(pointers, ahead, aheadCount);
        leaves.pages().host().work(Host.Work.NODE, aheadCount);
        return aheadCount > 0;
    }

    /** Gets new hints when all are used and more leaves follow. */
    private void hint() {
        if (nextHint < hints.size() || left <= entries.size()) {
            return;
        }
        long known = headHint;
        hints.size(0);
        nextHint = 0;
        if (known != PagePointer.NULL) {
            readHead(known);
        } else if (!hinted || aheadCount > 0) {
            hinted = true;
            leaves.upper().leavesAfter(from, hints);
        }
    }

    private void readHead(long pointer) {
        leaves.pages().open(pointer, head);
        if (head.relate(Page.HEAD_NODE, head.low()) != PageMatch.HERE
                || !head.collect(from, Long.MAX_VALUE, hints)) {
            hints.size(0);
        }
        hints.sort(0);
    }
}
