package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.EntryChange;
import dev.mangrove.index.page.LineStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageEditor;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.WordPageEditor;

/**
 * Changes a page whose keys are byte strings and that the caller has locked, see {@link
 * StringPage}.
 *
 * <p>A new upper bound takes one step more than in a page with 64-bit keys. The writer gives the
 * line of the unused half another stamp, stores the bound, and gives the line its final stamp,
 * which it then stores into the header with the right link; the header's stamp selects this half
 * last. A reader whose header is from before does not use what it finds in that line: the header
 * names another stamp.
 */
final class StringPageEditor extends PageEditor {
    private static final int KEY_STORES = StringLine.KEY_WORDS;

    /** Words of new bounds: the line with two stamps, and three words of the header. */
    private static final int BOUNDS_STORES = KEY_STORES + 2 + 3;

    /** Words of an entry in its line: key, value, stamp. */
    private static final int ENTRY_STORES = KEY_STORES + 2;

    private final StringPageView view;
    private final LongKeys longKeys;
    private final StringWords words;
    private final EntryChange change;

    StringPageEditor(StringPageView view, KeyArena keys, LongKeys longKeys, EntryChange change) {
        super(view);
        this.change = change;
        this.view = view;
        this.longKeys = longKeys;
        this.words = new StringWords(keys, longKeys);
    }

    /** As {@link WordPageEditor#mostStores}. */
    static int mostStores(int pageSize) {
        return ENTRY_STORES * (StringPage.entries(pageSize) + 1) + BOUNDS_STORES;
    }

    @Override
    public void value(int slot, long value) {
        replace(slot, StringLine.WORD, value);
    }

    @Override
    public void replace(int slot, long key, long value) {
        lose(slot);
        replace(slot, KeyArena.kind(key), value);
    }

    private void lose(int slot) {
        change.lost(view.kind(slot), view.value(slot));
        if (view.kind(slot) == StringLine.EXTENT) {
            change.lostExtent(view.value(slot));
        }
    }

    private void replace(int slot, int kind, long value) {
        assert isSlot(slot) : slot;
        change.edited();
        int line = Page.lineOf(slot);
        int other = 1 - slot % Page.SLOTS_PER_LINE;
        long first = StringLine.withKind(word(line + StringLine.KEY), other, kind);
        put(line + StringLine.KEY, first);
        put(line + StringLine.VALUE + other * Long.BYTES, value);
        stampLine(line, LineStamp.next(word(line), 1 << other));
    }

    @Override
    public void fill(int slot, long key, long value) {
        if (slot < 0) {
            throw new IllegalStateException("slot is NONE: the page has no free slot");
        }
        assert isSlot(slot) && LineStamp.taken(word(Page.lineOf(slot))) == 0 : slot;
        int line = Page.lineOf(slot);
        put(line, 0, key, value);
        stampLine(line, LineStamp.next(word(line), 1));
    }

    @Override
    public void clear(int slot) {
        int line = Page.lineOf(slot);
        change.edited();
        if (view.level() == Page.LEAF) {
            lose(slot);
        }
        super.clear(slot);
        freeExtent(line);
    }

    /** Frees the extents of all lines as well: other pages have copies of what they named. */
    @Override
    public void kill(long forward) {
        change.edited();
        super.kill(forward);
        freeExtent(StringPage.LOW_LINE);
        freeExtent(StringPage.FIRST_HIGH_LINE);
        freeExtent(StringPage.SECOND_HIGH_LINE);
        for (int line = view.firstLine(); line < view.pageSize(); line += Page.LINE) {
            if (LineStamp.taken(word(line)) != 0) {
                freeExtent(line);
            }
        }
    }

    @Override
    protected long passed(boolean adding) {
        return 0; // Searches for byte strings read all lines from the hash line on.
    }

    @Override
    protected void bounds(long high, long right, long header) {
        words.bound(high); // Before any store: there may be no memory for a long bound.
        change.edited();
        int half = view.half() == Page.FIRST_HALF ? Page.SECOND_HALF : Page.FIRST_HALF;
        int line = StringPage.highLine(half);
        long changing = LineStamp.next(word(line), 0);
        long stamp = LineStamp.next(changing, 0);
        boolean lines = store().keepsLines();
        if (!lines) {
            store().word(line, changing);
            store().fence();
        }
        freeExtent(line);
        putKey(line);
        stampLine(line, stamp);
        put(half, stamp);
        put(half + Long.BYTES, right);
        stampLine(Page.STAMP, header);
        view.header(header);
    }

    private void putKey(int line) {
        for (int i = 0; i < StringLine.KEY_WORDS; i++) {
            put(line + StringLine.KEY + i * Long.BYTES, words.word(i));
        }
    }

    @Override
    protected int withinBounds(int line) {
        long stamp = word(line);
        int taken = LineStamp.taken(stamp);
        if (taken == 0 || view.isWithinBounds(line, stamp)) {
            return taken;
        }
        freeExtent(line);
        return 0;
    }

    @Override
    protected int free(int taken) {
        return taken == 0 ? 1 : 0;
    }

    @Override
    protected void put(int line, int place, long key, long value) {
        int prefix = view.prefix();
        words.entry(key, prefix, view.startsWithPrefix(key, prefix)); // May be refused memory.
        change.edited();
        putKey(line);
        put(line + StringLine.VALUE + place * Long.BYTES, value);
    }

    private void put(int offset, long value) {
        if (store().keepsLines()) {
            image(offset, value);
        } else {
            store().word(offset, value);
        }
    }

    /** Stores a line's stamp after its other words. */
    private void stampLine(int line, long stamp) {
        if (store().keepsLines()) {
            image(line, stamp);
            store().carry(line, Page.LINE);
        } else {
            store().fence();
            store().word(line, stamp);
        }
        store().fence();
    }

    /** Frees the extent of a line's key, if it has one. */
    private void freeExtent(int line) {
        long extent = view.extent(line);
        if (extent != PagePointer.NULL) {
            longKeys.free(extent);
        }
    }
}
