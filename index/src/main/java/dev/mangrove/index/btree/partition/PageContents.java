package dev.mangrove.index.btree.partition;

import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

/** What one page of a tree has, as one read shows it. Reusable. */
final class PageContents {
    private final Pages pages;
    private final PageView view;
    private final KeyOrder order;
    private final EntryBuffer entries;
    private long pointer;
    private long header;
    private int level;
    private long low;
    private boolean isBounded;
    private long high;
    private long right;
    private long link;

    PageContents(Pages pages, int fanout) {
        this.pages = pages;
        this.view = pages.newView();
        this.order = pages.order();
        this.entries = pages.newEntries(fanout);
    }

    /** Reads a page until the read is valid; returns its relation to a key at a level. */
    PageMatch read(long page, int wantedLevel, long key) {
        int mark = order.mark();
        // Ends: an invalid read means that the server has changed the page meanwhile.
        while (true) {
            pages.open(page, view);
            PageMatch match = view.relate(wantedLevel, key);
            pointer = page;
            header = view.header();
            level = view.level();
            low = view.low();
            isBounded = view.hasHigh();
            high = isBounded ? view.high() : 0;
            right = isBounded ? view.right() : PagePointer.NULL;
            link = view.link();
            entries.size(0);
            if (view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, entries)) {
                entries.sort(0);
                entries.dropDuplicates(0);
                return match;
            }
            long _ = order.keep(mark, KeyOrder.LEAST);
        }
    }

    long pointer() {
        return pointer;
    }

    /** The page's stamp. */
    long header() {
        return header;
    }

    int level() {
        return level;
    }

    long low() {
        return low;
    }

    boolean isBounded() {
        return isBounded;
    }

    /** Upper bound; 0 if there is none. */
    long high() {
        return high;
    }

    /** Right neighbour; NULL if there is none. */
    long right() {
        return right;
    }

    /** Where a dead page leads. */
    long link() {
        return link;
    }

    /** Entries within the bounds, in order. */
    EntryBuffer entries() {
        return entries;
    }
}
