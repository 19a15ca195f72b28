package dev.mangrove.index.btree.leaves;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.level.LeafLevel;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

/**
 * Counts the keys of a range. As in a scan, a leaf may be read at any moment and counts for all
 * keys between its bounds; the next leaf is the one that covers the upper bound of the last.
 *
 * <p>Of a leaf within the range only the outline is read, up to 64 of them at the same time. A leaf
 * is read as a whole if the range begins or ends in it, or if it changed meanwhile. If no inner
 * page names the leaves, because it changed meanwhile, a scan counts the rest.
 */
public final class LeafCount {
    private final LeafLevel leaves;
    private final LeafScan scan;
    private final Pages pages;
    private final Host host;
    private final PageOutline[] outlines = new PageOutline[Pages.MOST_OUTLINES];
    private final long[] pointers = new long[Pages.MOST_OUTLINES];
    private final EntryBuffer names = new EntryBuffer(Pages.MOST_OUTLINES);
    private final EntryBuffer entries;
    private final PageView view;
    private long next;
    private long last;
    private boolean atEnd;

    /** Creates counts of leaves; {@code scan} counts if the leaves are not named. */
    public LeafCount(LeafLevel leaves, LeafScan scan) {
        this.leaves = leaves;
        this.scan = scan;
        this.pages = leaves.pages();
        this.host = pages.host();
        this.view = pages.newView();
        this.entries = new EntryBuffer(Page.slots(pages.pageSize()));
        for (int i = 0; i < outlines.length; i++) {
            outlines[i] = pages.newOutline();
        }
    }

    /** Number of keys from {@code from} to {@code to}, inclusive. */
    public long count(long from, long to) {
        next = from;
        last = to;
        atEnd = from > to;
        long count = 0;
        while (!atEnd) {
            int first = nameLeaves();
            if (first == names.size()) {
                return count + countByScan();
            }
            count += countNamed(first);
        }
        return count;
    }

    /** Names leaves; returns the index of the one that covers the next key. */
    private int nameLeaves() {
        names.size(0);
        leaves.upper().leavesNear(next, names);
        int first = 0;
        while (first + 1 < names.size() && names.key(first + 1) <= next) {
            first++;
        }
        return first;
    }

    private long countByScan() {
        long count = 0;
        try (LeafScan rest = scan.begin(RangeQuery.between(next, last))) {
            while (rest.next()) {
                count++;
            }
        }
        return count;
    }

    /** Counts the named leaves from an index on; at least the leaf of the next key. */
    private long countNamed(int first) {
        int end = first;
        while (end < names.size()
                && end - first < outlines.length
                && (end == first || names.key(end) <= last)) {
            pointers[end - first] = names.value(end);
            end++;
        }
        pages.outlineAll(pointers, outlines, end - first);
        host.work(Host.Work.NODE, end - first);
        long count = 0;
        for (int i = first; i < end && !atEnd; i++) {
            // A leaf that has split since it was named is followed by leaves without a name.
            while (i > first && !atEnd && next < names.key(i)) {
                count += countWhole();
            }
            boolean passed = i + 1 < end && names.key(i + 1) <= next;
            if (!atEnd && !passed) {
                count += countOutlined(outlines[i - first]);
            }
        }
        return count;
    }

    private long countOutlined(PageOutline outline) {
        if (!outline.covers(next)) {
            RareBranch.COUNT_REPEATED.taken();
            return countWhole();
        }
        boolean beginsBefore = outline.low() < next;
        boolean endsBehind = outline.hasHigh() ? outline.high() - 1 > last : last < Long.MAX_VALUE;
        if (beginsBefore || endsBehind) {
            return countWhole();
        }
        goOn(outline.hasHigh(), outline.high());
        return outline.count();
    }

    /**
     * Counts the leaf of the next key by its entries. Ends: each repetition means that a writer has
     * changed the leaf.
     */
    private long countWhole() {
        boolean bounded;
        long high;
        do {
            leaves.open(next, view);
            bounded = view.hasHigh();
            high = bounded ? view.high() : 0;
            entries.size(0);
        } while (!view.collect(next, last, entries));
        entries.sort(0);
        entries.dropDuplicates(0);
        host.work(Host.Work.ENTRY, entries.size());
        goOn(bounded, high);
        return entries.size();
    }

    private void goOn(boolean bounded, long high) {
        atEnd = !bounded || high > last;
        next = high;
    }
}
