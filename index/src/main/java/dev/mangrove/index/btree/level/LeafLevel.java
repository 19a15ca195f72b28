package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.ForeignPageException;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

/**
 * The leaves of a tree, chained from left to right. An operation that reaches a leaf checks its
 * bounds and follows the right link, or a dead leaf's link, until a leaf covers the key.
 */
public final class LeafLevel {
    /**
     * Steps to the right after which a get drops the cached parent and descends again. Chosen:
     * about the READs of a descent in a tree of usual height.
     */
    private static final int FAR = 4;

    private final Pages pages;
    private final UpperLevels upper;
    private final Inserter inserter;
    private final Merger merger;
    private final LeafMerges merges;
    private final LevelWalk opening;
    private final LevelWalk locking;
    private final Host host;
    private final PageView view;
    private final LockedPage page;
    private final Retries retries;
    private final SparsePage sparse = new SparsePage();
    private PageView opened;
    private boolean misnamed;
    private long misnamedKey;
    private long unpostedLeaf;
    private long unpostedKey;
    private boolean met;

    /** Whether the last put of an entry has read all lines of its leaf. */
    private boolean putReadAll;

    /** Whether {@link #changeNear} has searched the locked leaf and not found the key. */
    private boolean absent;

    private @Nullable StructureGuard guard;
    private @Nullable EntryExpiry expiry;
    private @Nullable EntryTally tally;
    private boolean spreading;

    public LeafLevel(Pages pages, UpperLevels upper, int fanout, Merger merger) {
        this.pages = pages;
        this.upper = upper;
        this.merger = merger;
        this.inserter = new Inserter(pages, fanout);
        this.host = pages.host();
        this.view = pages.newView();
        this.page = pages.newLockedPage();
        this.retries = new Retries(host);
        this.merges = new LeafMerges(pages, upper, merger);
        this.opening = new Opening();
        this.locking = new Locking();
        this.opened = view;
    }

    /** Creates the first leaf of a tree; returns its pointer. */
    public static long plant(Pages pages, PageImage image) {
        long pointer = pages.allocate();
        pages.write(pointer, image.unbounded(pointer, Page.LEAF, KeyOrder.LEAST));
        return pointer;
    }

    public Pages pages() {
        return pages;
    }

    /** For leaves of meganodes, with the guard that merges must enter. */
    public LeafLevel ofMeganodes(StructureGuard mergeGuard) {
        guard = mergeGuard;
        merges.replacedByServer();
        return this;
    }

    /**
     * Whether a put throws a {@link LastLeafFullException} instead of splitting the tree's only
     * leaf, or its last one for a key past all others.
     */
    public void spreading(boolean spreads) {
        spreading = spreads;
    }

    /** Has changes counted in a tally, within a change of it. */
    public void counting(EntryTally counts) {
        tally = counts;
    }

    private void count(long added) {
        EntryTally counts = tally;
        if (counts != null) {
            counts.add(added);
        }
    }

    /** Has changes take expired entries for absent. */
    public void expiry(EntryExpiry judge) {
        expiry = judge;
    }

    /** Whether an entry of a locked leaf has an expiry, which must be looked at. */
    public boolean mayExpire(PageView at, int slot) {
        EntryExpiry judge = expiry;
        return judge != null && judge.mayExpire(at, slot);
    }

    private boolean isExpired(PageView at, int slot) {
        EntryExpiry judge = expiry;
        return judge != null && judge.isExpired(at, slot);
    }

    /** Whether the leaf that was locked last is the tree's only one. */
    public boolean isOnly() {
        return page.view().low() == KeyOrder.LEAST && !page.view().hasHigh();
    }

    public UpperLevels upper() {
        return upper;
    }

    public Inserter inserter() {
        return inserter;
    }

    /** Whether a key is present; if so, {@code into} has its value. */
    public boolean get(long key, Lookup into) {
        // Ends: retries limits the looks.
        for (int looks = 1; ; looks++) {
            open(key, view);
            int slot = view.find(key);
            boolean there = slot != Page.NONE;
            if (there) {
                into.value = view.value(slot);
            }
            if (view.isValid()) {
                return there;
            }
            RareBranch.GET_REPEATED.taken();
            retries.check(looks, view.pointer());
        }
    }

    /**
     * Shows the leaf that covers a key. In place, only its bounds are validated; the caller
     * validates what it reads later.
     */
    public void open(long key, PageView into) {
        long pointer = upper.leafFor(key);
        pages.expect(pointer, key);
        look(pointer, into);
        if (into.relate(Page.LEAF, key) != PageMatch.HERE) {
            opened = into;
            opening.findFrom(pointer, into, Page.LEAF, key);
        }
    }

    private PageView look(long pointer, PageView into) {
        pages.open(pointer, into);
        host.work(Host.Work.NODE, 1);
        return into;
    }

    /** Merges leaves and removes dead ones. */
    public LeafMerges merges() {
        return merges;
    }

    /** Changes a key; whether the change's condition was met. */
    public boolean change(Change change, long key, long value, long expected) {
        // Ends: retries limits the tries.
        for (int tries = 1; ; tries++) {
            try {
                lock(key, readsWholeLeaf(change));
                if (changeNear(change, key, value, expected)
                        || (merger.prepare(page) && apply(change, key, value, expected))) {
                    return met;
                }
            } catch (RuntimeException | Error e) {
                page.release();
                forgetUnsettled();
                throw e;
            }
            RareBranch.CHANGE_REPEATED.taken();
            retries.check(tries, page.view().pointer());
        }
    }

    /** Forgets what {@link #settle} was to do: keys of an operation end with it. */
    public void forgetUnsettled() {
        misnamed = false;
        boolean _ = sparse.take();
    }

    /**
     * Whether a change probably reads all lines of its leaf, and not only the header and the lines
     * of its key; a put is taken to do what the last one did.
     */
    private boolean readsWholeLeaf(Change change) {
        return switch (change) {
            case PUT, PUT_IF_ABSENT -> putReadAll;
            case REPLACE -> false;
            case DELETE, DELETE_IF_EQUAL -> true;
        };
    }

    /** Locks the leaf that covers a key; prefetches all of it, or what a search reads first. */
    private void lock(long key, boolean whole) {
        long pointer = upper.leafFor(key);
        pages.expectChange(pointer, key);
        if (whole) {
            pages.expectAll(pointer);
        }
        unpostedLeaf = PagePointer.NULL;
        lockPage(pointer);
        if (page.view().relate(Page.LEAF, key) != PageMatch.HERE) {
            locking.findFrom(pointer, page.view(), Page.LEAF, key);
        }
        assert covers(key) : page.view().pointer();
    }

    /** Whether the leaf of a key is locked, for assertions. */
    private boolean covers(long key) {
        return page.isLocked() && page.view().relate(Page.LEAF, key) == PageMatch.HERE;
    }

    private PageView lockPage(long pointer) {
        pages.lock(pointer, page);
        host.work(Host.Work.NODE, 1);
        return page.view();
    }

    /**
     * Puts a page in the place of one that has moved, if that is the right neighbour of the leaf
     * that covers a key.
     */
    public void relink(long key, long from, long to) {
        try {
            lockTidied(key);
            relinkLocked(page, from, to);
            page.unlock();
            settle();
        } catch (RuntimeException | Error e) {
            page.release();
            forgetUnsettled();
            throw e;
        }
    }

    /**
     * Relinks a locked page. Counts as a split, so that readers see another stamp, though no entry
     * moves.
     */
    static void relinkLocked(LockedPage locked, long from, long to) {
        assert locked.isLocked() && from != to : PagePointer.toString(to);
        PageView left = locked.view();
        if (left.hasHigh() && left.right() == from) {
            locked.editor().split(left.high(), to);
        }
    }

    /** Locks the leaf that covers a key, and finishes a change that a dead writer left there. */
    public void lockTidied(long key) {
        // Ends: each repetition finishes a change that a dead writer left.
        do {
            lock(key, true);
        } while (!merger.prepare(page));
    }

    /** The leaf that {@link #lock} has locked. */
    public LockedPage locked() {
        return page;
    }

    /**
     * Makes a change that reads only lines of its key: replaces the value of a present one, or adds
     * an entry where there is room. False if the change is of another kind, or needs more. Unswept
     * lines do not matter for this, but an unfinished merge does, because the entry may be in the
     * partner page as well.
     */
    private boolean changeNear(Change change, long key, long value, long expected) {
        PageView at = page.view();
        absent = false;
        if (change.isDelete() || at.link() != PagePointer.NULL) {
            return false;
        }
        int slot = at.find(key);
        if (slot == Page.NONE) {
            absent = true;
            return change != Change.REPLACE && addNear(key, value);
        }
        boolean expired = isExpired(at, slot);
        boolean replaces = change == Change.REPLACE;
        met = replaces ? !expired && at.isValue(slot, key, expected) : expired;
        if (expired && met) {
            RareBranch.EXPIRED_REPLACED.taken();
        }
        if (met || change == Change.PUT) {
            assert covers(key) : at.pointer();
            page.editor().replace(slot, key, value);
        }
        page.unlock();
        putReadAll = false;
        settle();
        return true;
    }

    private boolean addNear(long key, long value) {
        boolean mustCount = spreading && !page.view().hasHigh();
        if (mustCount || !inserter.insertNear(page, key, value)) {
            return false;
        }
        count(1);
        met = true;
        putReadAll = false;
        settle();
        return true;
    }

    /** Changes the locked page; false if the operation must be tried again. */
    private boolean apply(Change change, long key, long value, long expected) {
        PageView at = page.view();
        assert covers(key) && at.isTidy() : at.pointer();
        assert !absent || at.find(key) == Page.NONE : pages.order().text(key);
        int slot = absent ? Page.NONE : at.find(key);
        boolean stored = slot != Page.NONE;
        assert !stored || change.isDelete() : change; // changeNear has handled the others.
        boolean there = stored && !isExpired(at, slot);
        met = change.isMet(there, there && at.isValue(slot, key, expected));
        if (met && !stored) {
            return insert(key, value);
        }
        if (met) {
            page.editor().clear(slot);
            count(-1);
            sparse.note(at, inserter.fanout(), 0);
        }
        page.unlock();
        settle();
        return true;
    }

    private boolean insert(long key, long value) {
        putReadAll = true;
        if (spreading && isLastAndFull(page.view(), key)) {
            throw LastLeafFullException.INSTANCE;
        }
        long right = inserter.insert(page, key, value);
        count(1);
        if (right != PagePointer.NULL && !postSeparator(inserter.separator(), right)) {
            return false;
        }
        settle();
        return true;
    }

    /** Whether a leaf is full and the tree's only one, or its last one and has no later key. */
    private boolean isLastAndFull(PageView leaf, long key) {
        if (leaf.hasHigh() || leaf.count() < inserter.fanout()) {
            return false;
        }
        return leaf.low() == KeyOrder.LEAST
                || pages.order().isLess(leaf.key(leaf.floor(KeyOrder.GREATEST)), key);
    }

    /**
     * Posts the separator of a leaf. The put is in its leaf by now, so lack of memory in the level
     * above is no failure, nor a path to the parent that leads over another server: searches reach
     * the leaf by its left neighbour until another client posts the separator. False if the change
     * must be tried again.
     */
    private boolean postSeparator(long key, long leaf) {
        try {
            return upper.post(key, leaf);
        } catch (RequestRefusedException e) {
            if (e.status() != Status.OUT_OF_MEMORY) {
                throw e;
            }
            RareBranch.SEPARATOR_NOT_POSTED.taken();
            return true;
        } catch (ForeignPageException e) {
            return true;
        }
    }

    /** Work that waits until no page is locked: posting, dropping stale copies, merging. */
    public void settle() {
        if (misnamed) {
            misnamed = false;
            if (unpostedLeaf != PagePointer.NULL) {
                RareBranch.SEPARATOR_POSTED_LATE.taken();
                postSeparator(unpostedKey, unpostedLeaf);
            } else {
                upper.forget(misnamedKey);
            }
        }
        if (sparse.take()) {
            mergeSparse(sparse);
        }
    }

    /** Merges a leaf that was just changed with a neighbour, if both latches are free. */
    public void mergeSparse(SparsePage emptied) {
        StructureGuard entered = guard;
        if (entered == null) {
            mergeNoted(emptied);
        } else if (entered.tryEnter()) {
            try {
                mergeNoted(emptied);
            } catch (ForeignPageException e) {
                RareBranch.MERGE_GIVEN_UP.taken();
            } finally {
                entered.exit();
            }
        }
    }

    private void mergeNoted(SparsePage emptied) {
        long pointer = emptied.pointer;
        long low = emptied.low;
        if (emptied.right != PagePointer.NULL
                && merges.merge(pointer, emptied.right, emptied.high)) {
            return;
        }
        if (low != KeyOrder.LEAST && !upper.isFirstChild(low)) {
            open(pages.order().before(low), view);
            merges.merge(view.pointer(), pointer, low);
        }
    }

    /** Walk along the leaves, from the leaf that the upper levels named. */
    private abstract class LeafWalk extends LevelWalk {
        LeafWalk() {
            super(pages);
        }

        @Override
        protected long start(int level, long key) {
            return upper.leafFor(key);
        }

        @Override
        protected void correct(int level, long key, long started) {
            if (!merges.completeLoad(started)) {
                upper.reportStale(key, started);
            }
        }
    }

    /** Walk to a leaf that is to be read. */
    private final class Opening extends LeafWalk {
        @Override
        protected PageView visit(long pointer) {
            return look(pointer, opened);
        }

        @Override
        protected boolean leave(PageView at, PageMatch match, long onward) {
            return at.isValid();
        }

        @Override
        protected long passed(
                long key, long pointer, PageMatch match, long onward, int hops, boolean named) {
            if (hops == FAR) {
                upper.forget(key);
                return PagePointer.NULL;
            }
            return onward;
        }

        @Override
        protected void arrived(long key, boolean named) {
            if (!named) {
                upper.forget(key);
            }
        }
    }

    /** Walk to a leaf that is to be changed. */
    private final class Locking extends LeafWalk {
        @Override
        protected PageView visit(long pointer) {
            return lockPage(pointer);
        }

        @Override
        protected boolean leave(PageView at, PageMatch match, long onward) {
            boolean split = match == PageMatch.RIGHT && !upper.isFromCopy();
            unpostedLeaf = split ? onward : PagePointer.NULL;
            unpostedKey = at.high();
            page.unlock();
            return true;
        }

        @Override
        protected long passed(
                long key, long pointer, PageMatch match, long onward, int hops, boolean named) {
            if (match == PageMatch.DEAD && named) {
                merges.removeDead(key, pointer, onward);
            }
            return onward;
        }

        /** Sends no request while a page is locked; {@link #settle} drops the stale copy later. */
        @Override
        protected void arrived(long key, boolean named) {
            if (!named) {
                misnamed = true;
                misnamedKey = key;
            }
        }
    }
}
