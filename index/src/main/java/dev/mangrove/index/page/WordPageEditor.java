package dev.mangrove.index.page;

/** Changes a page with 64-bit keys that the caller has locked. */
public final class WordPageEditor extends PageEditor {
    /** Words of an entry in its slot. */
    private static final int ENTRY_STORES = 2;

    private static final long ALL_LINES = -1;

    /** Words of new bounds: high, right, the header's stamp. */
    private static final int BOUNDS_STORES = 3;

    /** Creates an editor of the page that a view shows. */
    public WordPageEditor(PageView view) {
        super(view);
    }

    /**
     * Upper bound of the stores that an edit makes before its page is flushed or unlocked. The two
     * largest edits are a merge, which fills every slot and stamps every line, and a split, which
     * writes the bounds, stamps every line and adds one entry, with its stamp and the marks of the
     * lines that it passes. Twice that of a merge is more than the split, as a line has several
     * slots.
     */
    public static int mostStores(int pageSize) {
        int dataLines = pageSize / Page.LINE - 1;
        return ENTRY_STORES * Page.slots(pageSize) + dataLines + BOUNDS_STORES + ENTRY_STORES + 1;
    }

    @Override
    public void value(int slot, long value) {
        assert isSlot(slot) : slot;
        store().word(Page.valueOf(slot), value);
        store().fence();
    }

    @Override
    public void fill(int slot, long key, long value) {
        if (slot < 0) {
            throw new IllegalStateException("slot is NONE: the page has no free slot");
        }
        assert isSlot(slot) : slot;
        pass(Page.hashLine(key, view().pageSize()), Page.lineOf(slot));
        add(slot, key, value);
    }

    private void add(int slot, long key, long value) {
        int line = Page.lineOf(slot);
        long stamp = word(line);
        assert (LineStamp.taken(stamp) & Page.bit(slot)) == 0 : slot;
        long next = LineStamp.next(stamp, LineStamp.taken(stamp) | Page.bit(slot));
        if (store().keepsLines()) {
            image(Page.keyOf(slot), key);
            image(Page.valueOf(slot), value);
            image(line, next);
            store().carry(line, Page.LINE);
        } else {
            store().word(Page.keyOf(slot), key);
            store().word(Page.valueOf(slot), value);
            store().fence();
            store().word(line, next);
        }
        store().fence();
    }

    /**
     * Marks the lines from an entry's hash line to its own, exclusive, before the entry becomes
     * visible: a search for it must come by.
     */
    private void pass(int hashLine, int own) {
        for (int line = hashLine; line != own; line = Page.lineAfter(line, view().pageSize())) {
            long stamp = word(line);
            if (!LineStamp.isPassed(stamp)) {
                store().word(line, LineStamp.passed(stamp));
                store().fence();
            }
        }
    }

    @Override
    protected long passed(boolean adding) {
        return adding ? ALL_LINES : passedByThoseWithinBounds();
    }

    private long passedByThoseWithinBounds() {
        long passed = 0;
        for (int own = Page.LINE; own < view().pageSize(); own += Page.LINE) {
            for (int kept = withinBounds(own); kept != 0; kept &= kept - 1) {
                long key = word(Page.key(own, Integer.numberOfTrailingZeros(kept)));
                int line = Page.hashLine(key, view().pageSize());
                for (; line != own; line = Page.lineAfter(line, view().pageSize())) {
                    passed |= 1L << (line / Page.LINE);
                }
            }
        }
        return passed;
    }

    @Override
    protected void bounds(long high, long right, long header) {
        int half = view().half() == Page.FIRST_HALF ? Page.SECOND_HALF : Page.FIRST_HALF;
        if (store().keepsLines()) {
            image(half, high);
            image(half + Long.BYTES, right);
            image(Page.STAMP, header);
            store().carry(0, Page.LINE);
        } else {
            store().word(half, high);
            store().word(half + Long.BYTES, right);
            store().fence();
            store().word(Page.STAMP, header);
        }
        view().header(header);
    }

    @Override
    protected int withinBounds(int line) {
        int kept = 0;
        for (int taken = LineStamp.taken(word(line)); taken != 0; taken &= taken - 1) {
            int place = Integer.numberOfTrailingZeros(taken);
            long key = word(Page.key(line, place));
            if (key >= view().low() && !view().endsBefore(key)) {
                kept |= 1 << place;
            }
        }
        return kept;
    }

    @Override
    protected int free(int taken) {
        return ~taken & LineStamp.ALL_TAKEN;
    }

    @Override
    protected void put(int line, int place, long key, long value) {
        int offset = Page.key(line, place);
        if (store().keepsLines()) {
            image(offset, key);
            image(offset + Long.BYTES, value);
        } else {
            store().word(offset, key);
            store().word(offset + Long.BYTES, value);
        }
    }
}
