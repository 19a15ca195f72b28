package dev.mangrove.index.page;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * Changes a page that the caller has locked, each change by one word that decides. What one change
 * has stored is visible before the next one stores anything.
 */
public final class PageEditor {
    /** Words of an entry in its slot. */
    private static final int ENTRY_STORES = 2;

    /** Words of new bounds: high, right, the header's stamp. */
    private static final int BOUNDS_STORES = 3;

    private final PageView view;
    private PageStore store = PageStore.NOWHERE;

    /** Changes the page of a view. */
    public PageEditor(PageView view) {
        this.view = view;
    }

    /**
     * Most stores that an edit makes before its page is flushed or unlocked. Two kinds of edit make
     * the most: a merge fills every slot and stamps every line; a split writes the bounds, stamps
     * every line and adds one entry with a stamp of its own. This covers both together.
     */
    public static int mostStores(int pageSize) {
        int dataLines = pageSize / Page.LINE - 1;
        return ENTRY_STORES * Page.slots(pageSize) + dataLines + BOUNDS_STORES + ENTRY_STORES + 1;
    }

    /** Changes go through a store from now on. */
    public void through(PageStore next) {
        store = next;
    }

    /** Gives an entry another value. */
    public void value(int slot, long value) {
        store.word(Page.valueOf(slot), value);
        store.fence();
    }

    /** Puts an entry into a free slot. */
    public void fill(int slot, long key, long value) {
        if (slot < 0) {
            throw new IllegalStateException("the page has no free slot");
        }
        int line = Page.lineOf(slot);
        long stamp = word(line);
        assert (LineStamp.taken(stamp) & Page.bit(slot)) == 0 : slot;
        long next = LineStamp.next(stamp, LineStamp.taken(stamp) | Page.bit(slot));
        if (store.keepsLines()) {
            image(Page.keyOf(slot), key);
            image(Page.valueOf(slot), value);
            image(line, next);
            store.carry(line, Page.LINE);
        } else {
            store.word(Page.keyOf(slot), key);
            store.word(Page.valueOf(slot), value);
            store.fence();
            store.word(line, next);
        }
        store.fence();
    }

    /** Takes an entry out. */
    public void clear(int slot) {
        int line = Page.lineOf(slot);
        long stamp = word(line);
        store.word(line, LineStamp.next(stamp, LineStamp.taken(stamp) & ~Page.bit(slot)));
        store.fence();
    }

    /** Gives the upper part of the page, from a key on, to a right neighbour that is there. */
    public void split(long high, long right) {
        bounds(high, right, HeaderStamp.afterSplit(view.header()));
        sweep();
    }

    /** Frees the slots of entries that are out of bounds, and brings all lines up to date. */
    public void sweep() {
        store.fence();
        restamp(view.header(), null);
        store.fence();
    }

    /**
     * Puts the entries of the right neighbour into free slots, where they do not count yet; there
     * must be enough.
     */
    public void fillAhead(EntryBuffer entries) {
        restamp(HeaderStamp.withNextMerge(view.header()), entries);
        store.fence();
    }

    /** Takes over the bounds of the right neighbour, whose entries are here already. */
    public void merge(PageView right) {
        boolean bounded = right.hasHigh();
        bounds(
                bounded ? right.high() : 0,
                bounded ? right.right() : PagePointer.NULL,
                HeaderStamp.afterMerge(view.header(), !bounded));
        store.fence();
    }

    /** Undoes a merge that has not come to its point: what was filled ahead is swept away. */
    public void giveUpMerge() {
        long next = HeaderStamp.withNextMerge(view.header());
        restamp(next, null);
        store.fence();
        store.word(Page.STAMP, next);
        view.header(next);
        store.fence();
    }

    /** Notes the partner of a merge, or that there is none any more. */
    public void link(long pointer) {
        store.word(Page.LINK, pointer);
        store.fence();
    }

    /** Hints at a head node; NULL for none. */
    public void head(long pointer) {
        store.word(Page.HEAD, pointer);
        store.fence();
    }

    /** Ends the page; whoever comes here is led to another. */
    public void kill(long forward) {
        store.word(Page.LINK, forward);
        store.fence();
        long dead = HeaderStamp.dead(view.header());
        store.word(Page.STAMP, dead);
        view.header(dead);
        store.fence();
    }

    private void bounds(long high, long right, long header) {
        int half = view.half() == Page.FIRST_HALF ? Page.SECOND_HALF : Page.FIRST_HALF;
        if (store.keepsLines()) {
            image(half, high);
            image(half + Long.BYTES, right);
            image(Page.STAMP, header);
            store.carry(0, Page.LINE);
        } else {
            store.word(half, high);
            store.word(half + Long.BYTES, right);
            store.fence();
            store.word(Page.STAMP, header);
        }
        view.header(header);
    }

    /**
     * Goes through all lines: drops entries out of bounds, adds entries of a buffer as far as there
     * is room, and brings the line up to date with a header.
     */
    private void restamp(long header, @Nullable EntryBuffer more) {
        int next = 0;
        for (int line = Page.LINE; line < view.pageSize(); line += Page.LINE) {
            int taken = withinBounds(line);
            int free = ~taken & 7;
            for (; more != null && free != 0 && next < more.size(); free &= free - 1, next++) {
                int place = Integer.numberOfTrailingZeros(free);
                if ((LineStamp.taken(word(line)) & 1 << place) != 0) {
                    throw new IllegalStateException("a void entry has not been swept");
                }
                put(Page.key(line, place), more.key(next), more.value(next));
                taken |= 1 << place;
            }
            stamp(line, LineStamp.next(word(line), taken, header));
        }
        if (store.keepsLines()) {
            store.carry(Page.LINE, view.pageSize() - Page.LINE);
        }
        assert more == null || next == more.size() : "no room";
    }

    private int withinBounds(int line) {
        int kept = 0;
        for (int taken = LineStamp.taken(word(line)); taken != 0; taken &= taken - 1) {
            int place = Integer.numberOfTrailingZeros(taken);
            long key = word(Page.key(line, place));
            if (key >= view.low() && !view.endsBefore(key)) {
                kept |= 1 << place;
            }
        }
        return kept;
    }

    private void put(int offset, long key, long value) {
        if (store.keepsLines()) {
            image(offset, key);
            image(offset + Long.BYTES, value);
        } else {
            store.word(offset, key);
            store.word(offset + Long.BYTES, value);
        }
    }

    private void stamp(int line, long stamp) {
        if (store.keepsLines()) {
            image(line, stamp);
        } else {
            store.fence();
            store.word(line, stamp);
        }
    }

    private long word(int offset) {
        return Page.plain(view.memory(), view.base() + offset);
    }

    private void image(int offset, long value) {
        MemorySegment memory = view.memory();
        Page.plain(memory, view.base() + offset, value);
    }
}
