package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

/**
 * The leaves of a tree, chained from left to right. Whoever comes to a leaf looks at its bounds and
 * goes on to the right, or to the page that took a dead one's entries, until it is the right one.
 */
public final class LeafLevel {
    /** Steps to the right after which what is cached is so old that it does not help. */
    private static final int FAR = 4;

    private static final int HAS_ENTRIES = -1;

    private final Pages pages;
    private final UpperLevels upper;
    private final Inserter inserter;
    private final Merger merger;
    private final Host host;
    private final PageView view;
    private final PageView heir;
    private final LockedPage page;
    private final Retries retries;
    private final SparsePage sparse = new SparsePage();
    private long found;
    private boolean strayed;
    private long strayedKey;
    private long untold;
    private long untoldKey;
    private boolean met;

    public LeafLevel(Pages pages, UpperLevels upper, int fanout, Merger merger) {
        this.pages = pages;
        this.upper = upper;
        this.merger = merger;
        this.inserter = new Inserter(pages, fanout);
        this.host = pages.host();
        this.view = pages.newView();
        this.heir = pages.newView();
        this.page = pages.newLockedPage();
        this.retries = new Retries(host);
    }

    /** Makes the first leaf of a tree; returns it. */
    public static long plant(Pages pages, PageImage image) {
        long pointer = pages.allocate();
        pages.write(pointer, image.unbounded(pointer, Page.LEAF, Long.MIN_VALUE));
        return pointer;
    }

    public Pages pages() {
        return pages;
    }

    UpperLevels upper() {
        return upper;
    }

    public Inserter inserter() {
        return inserter;
    }

    /** Looks for a key; whether it is there. */
    public boolean find(long key) {
        while (true) {
            open(key, view);
            int slot = view.find(key);
            boolean there = slot != Page.NONE;
            if (there) {
                found = view.value(slot);
            }
            if (view.isValid()) {
                return there;
            }
        }
    }

    /** Value of the key that was found last. */
    public long found() {
        return found;
    }

    /**
     * Looks at the leaf that covers a key. Of a page in place, its bounds are true at this moment;
     * what is read of it later must be confirmed.
     */
    public void open(long key, PageView into) {
        long pointer = upper.leafFor(key);
        pages.expect(pointer, key);
        boolean named = true;
        long start = pointer;
        int hops = 0;
        retries.begin();
        while (true) {
            pages.open(pointer, into);
            host.work(Host.Work.NODE, 1);
            int relation = into.relate(Page.LEAF, key);
            if (relation == PageView.HERE) {
                if (!named) {
                    upper.forget(key);
                }
                return;
            }
            retries.step(pointer);
            long onward = onward(relation, into);
            if (!into.isValid()) {
                continue;
            }
            long next = aside(relation, pointer, onward, key, start);
            if (++hops == FAR) {
                upper.forget(key);
                next = PagePointer.NULL;
            }
            named = next == PagePointer.NULL;
            pointer = named ? upper.leafFor(key) : next;
            start = named ? pointer : start;
        }
    }

    /** Where a leaf that does not cover a key says to go on; NULL if nowhere. */
    private static long onward(int relation, PageView from) {
        return switch (relation) {
            case PageView.RIGHT -> from.right();
            case PageView.DEAD -> from.link();
            default -> PagePointer.NULL;
        };
    }

    /**
     * Where to go on from a leaf that does not cover the key; NULL to ask the upper levels again.
     *
     * @param start the leaf that the upper levels named
     */
    private long aside(int relation, long pointer, long onward, long key, long start) {
        if (relation == PageView.DAMAGED) {
            throw pages.damaged(pointer);
        }
        if (onward == PagePointer.NULL && !completeLoad(start)) {
            upper.astray(key, start);
        }
        return onward;
    }

    /** Changes a key; whether the change's condition was met. */
    public boolean change(Change change, long key, long value, long expected) {
        while (true) {
            try {
                lock(key);
                if (rewrite(change, key, value, expected)
                        || (merger.prepare(page) && apply(change, key, value, expected))) {
                    return met;
                }
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
        }
    }

    /** Locks the leaf that covers a key. */
    private void lock(long key) {
        long pointer = upper.leafFor(key);
        pages.expect(pointer, key);
        long start = pointer;
        boolean named = true;
        untold = PagePointer.NULL;
        retries.begin();
        while (true) {
            pages.lock(pointer, page);
            host.work(Host.Work.NODE, 1);
            int relation = page.view().relate(Page.LEAF, key);
            if (relation == PageView.HERE) {
                if (!named) {
                    forgetLocked(key);
                }
                return;
            }
            long onward = onward(relation, page.view());
            untold = relation == PageView.RIGHT && !upper.isFromCopy() ? onward : PagePointer.NULL;
            untoldKey = page.view().high();
            page.unlock();
            retries.step(pointer);
            long next = aside(relation, pointer, onward, key, start);
            if (relation == PageView.DEAD && named) {
                bury(key, pointer, next);
            }
            named = next == PagePointer.NULL;
            pointer = named ? upper.leafFor(key) : next;
            start = named ? pointer : start;
        }
    }

    /** Nothing is asked of others while a page is locked; what is cached is dropped later. */
    private void forgetLocked(long key) {
        strayed = true;
        strayedKey = key;
    }

    /**
     * Gives a key that is there another value; false if that is not the change, or it is not there.
     * A page that has been left with lines to sweep need not be tidied for this, but one of two
     * that are being merged must: its entries may be in the other page, too.
     */
    private boolean rewrite(Change change, long key, long value, long expected) {
        PageView at = page.view();
        if ((change != Change.PUT && change != Change.REPLACE) || at.link() != PagePointer.NULL) {
            return false;
        }
        int slot = at.find(key);
        if (slot == Page.NONE) {
            return false;
        }
        boolean replaces = change == Change.REPLACE;
        met = replaces && at.value(slot) == expected;
        if (met || !replaces) {
            page.editor().value(slot, value);
        }
        page.unlock();
        settle();
        return true;
    }

    /** Makes a change in the locked page; false if it must be tried again. */
    private boolean apply(Change change, long key, long value, long expected) {
        PageView at = page.view();
        int slot = at.find(key);
        boolean there = slot != Page.NONE;
        met =
                switch (change) {
                    case PUT, PUT_IF_ABSENT -> !there;
                    case REPLACE -> false; // What is there has been rewritten.
                    case DELETE -> there;
                    case DELETE_IF_EQUAL -> there && at.value(slot) == expected;
                };
        if (met && !there) {
            return insert(key, value);
        }
        if (met) {
            page.editor().clear(slot);
            sparse.note(at, inserter.fanout(), 0);
        }
        page.unlock();
        settle();
        return true;
    }

    private boolean insert(long key, long value) {
        long right = inserter.insert(page, key, value);
        if (right != PagePointer.NULL && !tell(inserter.separator(), right)) {
            return false;
        }
        settle();
        return true;
    }

    /**
     * Tells the level above of a leaf. What was put is in its leaf by now, so lack of memory above
     * is no failure: the leaf is reached by its left neighbour until a client that comes that way
     * can tell. False if the change must begin again.
     */
    private boolean tell(long key, long leaf) {
        try {
            return upper.post(key, leaf);
        } catch (RequestRefusedException e) {
            if (e.status() != Status.OUT_OF_MEMORY) {
                throw e;
            }
            return true;
        }
    }

    /** What is done when no page is locked any more. */
    private void settle() {
        if (strayed) {
            strayed = false;
            if (untold != PagePointer.NULL) {
                tell(untoldKey, untold);
            } else {
                upper.forget(strayedKey);
            }
        }
        if (sparse.take()) {
            thin();
        }
    }

    /** Merges the leaf that was just changed with a neighbour, if both are free. */
    private void thin() {
        long pointer = sparse.pointer;
        long low = sparse.low;
        if (sparse.right != PagePointer.NULL && merge(pointer, sparse.right, sparse.high)) {
            return;
        }
        if (low != Long.MIN_VALUE && !upper.isFirstChild(low)) {
            open(low - 1, view);
            merge(view.pointer(), pointer, low);
        }
    }

    /** Merges a leaf that starts at a key into its left neighbour, if that can be. */
    public boolean merge(long left, long right, long key) {
        if (upper.isFirstChild(key) || !merger.merge(left, right)) {
            return false;
        }
        long head = merger.mergedHead();
        upper.withdraw(key, right, left);
        pages.free(right);
        endHead(head);
        return true;
    }

    /** Takes a dead leaf that is still named out of the upper levels, and gives it back. */
    private void bury(long key, long dead, long cover) {
        if (completeLoad(dead)) {
            return;
        }
        pages.open(dead, heir);
        long head = heir.head();
        boolean there = heir.relate(Page.LEAF, heir.low()) == PageView.DEAD && heir.isValid();
        upper.withdraw(key, dead, cover);
        pages.free(dead);
        endHead(there ? head : PagePointer.NULL);
    }

    /** Changes the head node that a leaf hints at, and ends the one before; whether it did. */
    public boolean rehead(long leaf, long low, long head) {
        try {
            pages.lock(leaf, page);
            boolean there = page.view().relate(Page.LEAF, low) == PageView.HERE;
            long before = page.view().head();
            if (there) {
                page.editor().head(head);
            }
            page.unlock();
            endHead(there ? before : PagePointer.NULL);
            return there;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    /** Ends a head node that no leaf hints at any more, and gives it back. */
    private void endHead(long head) {
        if (head == PagePointer.NULL) {
            return;
        }
        try {
            pages.lock(head, page);
            boolean there = page.view().relate(Page.HEAD_NODE, Long.MIN_VALUE) == PageView.HERE;
            if (there) {
                page.editor().kill(PagePointer.NULL);
            }
            page.unlock();
            if (there) {
                pages.free(head);
            }
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    /**
     * Puts a loaded tree in the place of this one, unless that has entries; whether it did. One
     * word decides: the death of the only leaf, whose link leads to the root of the loaded tree.
     * The root word is changed after that, by whoever comes first.
     */
    public boolean replaceOnly(long loaded) {
        WaitLimit wait = new WaitLimit(host);
        wait.begin();
        while (collapse()) {
            try {
                lockTidied(Long.MIN_VALUE);
                if (!page.view().hasHigh()) {
                    return replaceLocked(loaded);
                }
                page.unlock();
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
            settle();
            wait.looked(loaded, root -> "empty leaves to merge, which other clients hold");
        }
        return false;
    }

    private boolean replaceLocked(long loaded) {
        long old = page.view().pointer();
        long head = page.view().head();
        boolean empty = page.view().count() == 0;
        if (empty) {
            page.editor().kill(loaded);
        }
        page.unlock();
        if (empty && upper.adopt(old, loaded)) {
            pages.free(old);
            endHead(head);
        }
        settle();
        return empty;
    }

    /**
     * Merges empty leaves and what is above them, until nothing more can be merged; false if a leaf
     * has entries. Leaves that another client holds are left.
     */
    private boolean collapse() {
        int gone;
        do {
            gone = mergeEmpty();
            if (gone == HAS_ENTRIES) {
                return false;
            }
            gone += upper.collapse();
        } while (gone > 0);
        return true;
    }

    private int mergeEmpty() {
        int merged = 0;
        for (long key = Long.MIN_VALUE; ; ) {
            open(key, view);
            long pointer = view.pointer();
            boolean bounded = view.hasHigh();
            long high = bounded ? view.high() : 0;
            long right = bounded ? view.right() : PagePointer.NULL;
            if (!view.isValid()) {
                continue;
            }
            if (bounded && view.countNow() == 0 && merge(pointer, right, high)) {
                merged++;
                continue;
            }
            if (countTidied(key) > 0) {
                return HAS_ENTRIES;
            }
            if (!bounded) {
                return merged;
            }
            key = high;
        }
    }

    /**
     * Entries of the leaf that covers a key. The leaf is locked for this, so a change that another
     * client has begun ends first, or is ended here if that client is dead.
     */
    private int countTidied(long key) {
        try {
            lockTidied(key);
            int count = page.view().count();
            page.unlock();
            return count;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    private void lockTidied(long key) {
        do {
            lock(key);
        } while (!merger.prepare(page));
    }

    /** Ends a load that its loader did not end; false if the leaf did not die by a load. */
    private boolean completeLoad(long leaf) {
        pages.open(leaf, heir);
        boolean dead = heir.relate(Page.LEAF, heir.low()) == PageView.DEAD;
        long loaded = heir.link();
        if (!heir.isValid() || !dead || loaded == PagePointer.NULL) {
            return false;
        }
        pages.open(loaded, heir);
        int level = heir.level();
        boolean there = heir.relate(level, heir.low()) == PageView.HERE;
        if (!heir.isValid() || !there || level == Page.LEAF) {
            return false;
        }
        if (upper.adopt(leaf, loaded)) {
            pages.free(leaf);
        }
        return true;
    }
}
