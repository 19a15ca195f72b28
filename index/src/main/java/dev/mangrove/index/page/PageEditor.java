package dev.mangrove.index.page;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * Changes a page that the caller has locked. Each change takes effect by one store, and is visible
 * before the next one begins.
 */
public abstract class PageEditor {
    private final PageView view;
    private PageStore store = PageStore.NOWHERE;

    /** Creates an editor of the page that a view shows. */
    protected PageEditor(PageView view) {
        this.view = view;
    }

    /** Sets the store that later changes go to. */
    public void through(PageStore next) {
        store = next;
    }

    /** Replaces the value of an entry by a word. */
    public abstract void value(int slot, long value);

    /**
     * Replaces the value of an entry by that of a change. The word of the change's key may tell
     * what the value's word means.
     */
    public void replace(int slot, long key, long value) {
        value(slot, value);
    }

    /** Adds an entry in a free slot. */
    public abstract void fill(int slot, long key, long value);

    /** Removes an entry. */
    public void clear(int slot) {
        assert isSlot(slot) : slot;
        int line = Page.lineOf(slot);
        long stamp = word(line);
        assert (LineStamp.taken(stamp) & Page.bit(slot)) != 0 : "slot is free: slot=" + slot;
        store.word(line, LineStamp.next(stamp, LineStamp.taken(stamp) & ~Page.bit(slot)));
        store.fence();
    }

    /**
     * Sets the upper bound and the right link, so that keys from the bound on belong to the right
     * page, which the caller has written.
     */
    public void split(long high, long right) {
        assert right != PagePointer.NULL && right != view.pointer() : PagePointer.toString(right);
        assert isAlive();
        bounds(high, right, HeaderStamp.afterSplit(view.header()));
        sweep();
    }

    /** Frees the slots of entries out of bounds, and brings all lines up to date. */
    public void sweep() {
        store.fence();
        restamp(view.header(), null);
        store.fence();
    }

    /**
     * Adds the entries of the right neighbour in free slots, of which there must be enough. Readers
     * ignore them, as they are out of bounds.
     */
    public void fillAhead(EntryBuffer entries) {
        restamp(HeaderStamp.withNextMerge(view.header()), entries);
        store.fence();
    }

    /**
     * Takes over the upper bound and right link of the right neighbour, whose entries have been
     * filled ahead.
     */
    public void merge(PageView right) {
        assert right.pointer() != view.pointer() : PagePointer.toString(right.pointer());
        assert isAlive();
        boolean bounded = right.hasHigh();
        bounds(
                bounded ? right.high() : 0,
                bounded ? right.right() : PagePointer.NULL,
                HeaderStamp.afterMerge(view.header(), !bounded));
        store.fence();
    }

    /**
     * Undoes a merge whose bounds have not been moved: sweeps the entries that were filled ahead.
     */
    public void abandonMerge() {
        long next = HeaderStamp.withNextMerge(view.header());
        restamp(next, null);
        store.fence();
        store.word(Page.STAMP, next);
        view.header(next);
        store.fence();
    }

    /** Stores the partner of a merge; NULL for none. */
    public void link(long pointer) {
        store.word(Page.LINK, pointer);
        store.fence();
    }

    /** Stores the pointer to the head node; NULL for none. */
    public void head(long pointer) {
        store.word(Page.HEAD, pointer);
        store.fence();
    }

    /** Marks the page as dead, with a link to the page that takes its place. */
    public void kill(long forward) {
        assert forward != view.pointer() : PagePointer.toString(forward);
        assert isAlive();
        long dead = HeaderStamp.dead(view.header());
        store.word(Page.LINK, forward);
        store.fence();
        store.word(Page.STAMP, dead);
        view.header(dead);
        store.fence();
    }

    /** The view of the page that is edited. */
    final PageView view() {
        return view;
    }

    /** The store that changes go to. */
    protected final PageStore store() {
        return store;
    }

    protected final boolean isSlot(int slot) {
        return slot >= 0 && slot < Page.slots(view.pageSize());
    }

    /** Whether the header is that of the page that was locked, and not dead. */
    private boolean isAlive() {
        return !HeaderStamp.isDead(view.header())
                && HeaderStamp.generation(view.header()) == PagePointer.generation(view.pointer());
    }

    /**
     * Stores an upper bound and right link into the unused half of the header, then a header's
     * stamp that selects this half.
     */
    protected abstract void bounds(long high, long right, long header);

    /** The slots of a line whose entries are within the page's bounds, a bit each. */
    protected abstract int withinBounds(int line);

    /**
     * The lines that are to be marked as passed, a bit each.
     *
     * @param adding whether entries take any free slots; else only those within bounds stay
     */
    protected abstract long passed(boolean adding);

    /** The free slots of a line of which some are taken, a bit each. */
    protected abstract int free(int taken);

    /** Stores an entry into a free slot of a line whose stamp the caller stores next. */
    protected abstract void put(int line, int place, long key, long value);

    /**
     * In each line: removes entries out of bounds, adds entries of a buffer in free slots, and
     * stamps the line as up to date with a header.
     */
    private void restamp(long header, @Nullable EntryBuffer more) {
        long passed = passed(more != null);
        int next = 0;
        for (int line = view.firstLine(); line < view.pageSize(); line += Page.LINE) {
            int taken = withinBounds(line);
            int free = free(taken);
            for (; more != null && free != 0 && next < more.size(); free &= free - 1, next++) {
                int place = Integer.numberOfTrailingZeros(free);
                if ((LineStamp.taken(word(line)) & 1 << place) != 0) {
                    throw new IllegalStateException(
                            "entry out of bounds found: sweep the page before an edit");
                }
                put(line, place, more.key(next), more.value(next));
                taken |= 1 << place;
            }
            long mark = ((passed >>> (line / Page.LINE)) & 1) == 0 ? 0 : LineStamp.PASSED;
            stamp(line, LineStamp.next(word(line), taken, header) | mark);
        }
        if (store.keepsLines()) {
            store.carry(view.firstLine(), view.pageSize() - view.firstLine());
        }
        assert more == null || next == more.size()
                : "too few free slots: added=" + next + ", entries=" + more.size();
    }

    private void stamp(int line, long stamp) {
        if (store.keepsLines()) {
            image(line, stamp);
        } else {
            store.fence();
            store.word(line, stamp);
        }
    }

    protected final long word(int offset) {
        return Page.plain(view.memory(), view.base() + offset);
    }

    protected final void image(int offset, long value) {
        MemorySegment memory = view.memory();
        Page.plain(memory, view.base() + offset, value);
    }
}
