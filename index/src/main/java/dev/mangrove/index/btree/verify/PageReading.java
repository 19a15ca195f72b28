package dev.mangrove.index.btree.verify;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

/** The bounds, links and sorted entries of the page that the verifier has read last. */
final class PageReading {
    /**
     * Chosen: a change that moves an entry ends within a few reads; an entry that is still there
     * twice, or outside of the page's bounds, is a fault.
     */
    private static final int MOST_LOOKS = 100;

    /**
     * Chosen: an invalid read means that a writer has changed the page; as many in a row as an
     * operation repeats steps before it takes the tree for damaged.
     */
    private static final int MOST_READS = 100_000;

    private final Pages pages;
    private final PageView view;
    private final KeyOrder order;
    private final EntryBuffer entries;
    private boolean isReadable = true;
    private boolean hasStray;
    private long low;
    private long high;
    private long right;
    private long link;
    private long head;

    PageReading(Pages pages) {
        this.pages = pages;
        this.order = pages.order();
        this.view = pages.newView();
        this.entries = pages.newEntries(Page.slots(pages.pageSize()));
    }

    int levelOf(long pointer) {
        // Ends: each repetition means that a writer has changed the page meanwhile.
        while (true) {
            pages.open(pointer, view);
            int level = view.level();
            if (view.isValid()) {
                return level;
            }
        }
    }

    /** Reads a page until the read is valid; what it is at this level. */
    PageMatch look(long pointer, int level) {
        isReadable = true;
        int looks = 0;
        for (int reads = 0; reads < MOST_READS; reads++) {
            pages.open(pointer, view);
            low = view.low();
            PageMatch match = view.relate(level, low);
            boolean bounded = view.hasHigh();
            high = bounded ? view.high() : KeyOrder.GREATEST;
            right = bounded ? view.right() : PagePointer.NULL;
            link = view.link();
            head = view.head();
            entries.size(0);
            if (view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, entries)) {
                entries.sort(0);
                hasStray = match == PageMatch.HERE && (reachesOut(bounded) || storesMore());
                if ((!hasStray && !hasDuplicates()) || ++looks > MOST_LOOKS) {
                    return match;
                }
            }
        }
        isReadable = false;
        return PageMatch.DAMAGED;
    }

    /** Whether an entry is out of bounds in a page whose lines tell readers that none is. */
    private boolean reachesOut(boolean bounded) {
        int last = entries.size() - 1;
        return last >= 0
                && (order.isLess(entries.key(0), low)
                        || (bounded && !order.isLess(entries.key(last), high)));
    }

    /** Whether more slots are taken than entries are within the bounds, and no change says so. */
    private boolean storesMore() {
        return view.isTidy() && view.countNow() != entries.size();
    }

    /** Whether the last look has got a valid read. */
    boolean isReadable() {
        return isReadable;
    }

    /** Whether a key occurs twice: a fault, or a removal and insertion during the read. */
    boolean hasDuplicates() {
        for (int i = 1; i < entries.size(); i++) {
            if (order.isSame(entries.key(i), entries.key(i - 1))) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is an entry outside of the bounds, though the page's lines are up to date. */
    boolean hasStray() {
        return hasStray;
    }

    /** The entries within the bounds, in order. */
    EntryBuffer entries() {
        return entries;
    }

    /** Lower bound. */
    long low() {
        return low;
    }

    /** Upper bound; the greatest word if there is none. */
    long high() {
        return high;
    }

    /** Right link; NULL if there is none. */
    long right() {
        return right;
    }

    /** Of a dead page, the page that took its entries. */
    long link() {
        return link;
    }

    /** Pointer to a head node; NULL if there is none. */
    long head() {
        return head;
    }
}
