package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.AddressSpace;

/**
 * Adds an entry to a locked page and unlocks it. Splits a full page: writes the right page first,
 * then moves the left page's upper bound by one store, see {@link dev.mangrove.index.page}. The
 * caller then posts the separator in the level above.
 */
public final class Inserter {
    private final Pages pages;
    private final int fanout;
    private final PageImage image;
    private final EntryBuffer entries;
    private long separator;

    public Inserter(Pages pages, int fanout) {
        this.pages = pages;
        this.fanout = fanout;
        this.image = pages.newImage();
        this.entries = pages.newEntries(fanout + 1);
    }

    /** Maximum number of entries of a page. */
    public int fanout() {
        return fanout;
    }

    /**
     * Adds an entry and unlocks, if the page has room, and if it is of a format where searches end
     * early; whether it did. Reads only the lines up to the entry's own. Other lines may have
     * entries that a split has moved and a dead writer has not swept, but no merge may be
     * unfinished.
     */
    boolean insertNear(LockedPage page, long key, long value) {
        PageView view = page.view();
        assert page.isLocked() && view.link() == PagePointer.NULL;
        boolean counts = fanout < Page.slots(view.pageSize());
        if (!view.endsSearchesEarly() || (counts && view.count() >= fanout)) {
            return false;
        }
        int slot = view.freeSlot(key);
        if (slot == Page.NONE) {
            return false;
        }
        page.editor().fill(slot, key, value);
        page.unlock();
        return true;
    }

    /** Adds an entry and unlocks; returns the page that was split off, or NULL. */
    public long insert(LockedPage page, long key, long value) {
        PageView view = page.view();
        assert page.isLocked();
        if (view.count() < fanout) {
            page.editor().fill(view.freeSlot(key), key, value);
            page.unlock();
            return PagePointer.NULL;
        }
        return split(page, key, value);
    }

    /** Smallest key of the page that was split off last. */
    public long separator() {
        return separator;
    }

    private long split(LockedPage page, long key, long value) {
        PageView view = page.view();
        entries.size(0);
        view.collect(KeyOrder.LEAST, KeyOrder.GREATEST, entries);
        entries.sort(0);
        int at = entries.lowerBound(key);
        entries.insert(at, key, value);
        int middle = middle(view, at);
        assert middle > 0 && middle < entries.size() : middle;
        separator = separatorAt(middle, view.level());
        assert pages.order().isLess(entries.key(middle - 1), separator) : "key twice: " + separator;
        long right = pages.allocate();
        try {
            writeRight(page, right, middle);
            page.editor().split(separator, right);
        } catch (RequestRefusedException e) {
            pages.putBack(right); // There is no memory for a long key: nothing was changed.
            throw e;
        }
        if (at < middle) {
            fillLeft(page, key, value);
        }
        page.unlock();
        return right;
    }

    private void writeRight(LockedPage page, long right, int middle) {
        PageView view = page.view();
        image.rightOf(view, right, separator).entries(entries, middle, entries.size());
        if (AddressSpace.server(right) == AddressSpace.server(view.pointer())) {
            page.writeAhead(right, image);
        } else {
            pages.write(right, image);
        }
    }

    /** If there is no memory for a long key, the page stays split, without the new entry. */
    private void fillLeft(LockedPage page, long key, long value) {
        try {
            page.editor().fill(page.view().freeSlot(key), key, value);
        } catch (RequestRefusedException e) {
            page.unlock();
            throw e;
        }
    }

    /** A leaf may start below its first key; an inner page starts at its first separator. */
    private long separatorAt(int middle, int level) {
        return level == Page.LEAF
                ? pages.order().separator(entries.key(middle - 1), entries.key(middle))
                : entries.key(middle);
    }

    /**
     * Where to split: in the middle, but at the end for ascending insertions, which so leave full
     * pages behind.
     */
    private int middle(PageView view, int at) {
        int last = entries.size() - 1;
        return at == last && !view.hasHigh() ? last : entries.size() / 2;
    }
}
