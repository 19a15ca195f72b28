package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

import java.util.function.LongConsumer;

/**
 * Inner pages of a tree, from the root down to the level above the leaves. An inner page has an
 * entry for each child: the separator, which was the child's smallest key when the entry was added,
 * and the child's pointer. The first entry's key is the page's own lower bound; that entry is never
 * removed.
 *
 * <p>A writer posts a separator as a separate step, after its split is complete. Until then
 * searches reach the new page by its left neighbour. Posting a separator twice has no further
 * effect.
 */
public final class InnerLevels implements ClientLevels {
    /** Level of the lowest inner pages. */
    public static final int LOWEST = 1;

    private final Pages pages;
    private final Root root;
    private final NodeCache cache;
    private final Inserter inserter;
    private final Merger merger;
    private final boolean knowsLeaves;
    private final @Nullable LongConsumer mender;
    private final Host host;
    private final Descent descent;
    private final PageView child;
    private final LockedPage page;
    private final Retries retries;
    private final RootChanges roots;
    private final LevelWalk locking;
    private final LevelWalk covering;
    private final SparsePage sparse = new SparsePage();

    /**
     * Inner levels of a tree.
     *
     * @param knowsLeaves whether the leaves are accessible as well
     * @param mender has the server remove stale entries on the path of a key, in a tree that only
     *     its server changes; null in a tree that this client changes
     */
    public InnerLevels(
            Pages pages,
            Root root,
            int fanout,
            NodeCache cache,
            Merger merger,
            boolean knowsLeaves,
            @Nullable LongConsumer mender) {
        this.pages = pages;
        this.root = root;
        this.cache = cache;
        this.merger = merger;
        this.mender = mender;
        this.knowsLeaves = knowsLeaves;
        this.inserter = new Inserter(pages, fanout);
        this.host = pages.host();
        this.descent = new Descent(pages, root, cache, fanout, this::mend);
        this.child = pages.newView();
        this.page = pages.newLockedPage();
        this.retries = new Retries(host);
        this.roots = new RootChanges(pages, root, cache);
        this.locking = new Locking();
        this.covering = new Covering();
    }

    /** Creates the first inner page of a tree, above its first leaf; returns its pointer. */
    public static long plant(Pages pages, PageImage image, long leaf) {
        EntryBuffer first = new EntryBuffer(1);
        first.add(Long.MIN_VALUE, leaf);
        long pointer = pages.allocate();
        pages.write(pointer, image.unbounded(pointer, LOWEST, Long.MIN_VALUE).entries(first, 0, 1));
        return pointer;
    }

    Inserter inserter() {
        return inserter;
    }

    @Override
    public long leafFor(long key) {
        return find(key, Page.LEAF);
    }

    @Override
    public boolean isFromCopy() {
        return descent.isParentCopied();
    }

    @Override
    public void leavesAfter(long key, EntryBuffer into) {
        descent.childrenAfter(key, LOWEST, into);
    }

    @Override
    public boolean isFirstChild(long key) {
        return isFirstChild(LOWEST, key);
    }

    private boolean isFirstChild(int level, long key) {
        long pointer = find(key, level);
        if (pointer == Descent.ABOVE_ROOT) {
            return false;
        }
        // Ends: each repetition means that a writer has changed the page meanwhile.
        while (true) {
            pages.open(pointer, child);
            long low = child.low();
            if (child.isValid()) {
                return low == key;
            }
        }
    }

    @Override
    public long root() {
        return root.refresh();
    }

    @Override
    public void goUncached() {
        descent.goUncached();
    }

    /** Caches no copies of pages below a level. */
    public InnerLevels cachingFrom(int level) {
        descent.cacheFrom(level);
        return this;
    }

    /** Levels of the tree as of the last descent from its root; 0 before the first. */
    public int height() {
        return descent.height();
    }

    /** Pages that a search for a key would read, cached ones not counted; 0 if unknown. */
    public int unread(long key) {
        return descent.unread(key);
    }

    /** Smallest key of the page that named the leaf found last, if it was not cached. */
    long lowOfParent() {
        return descent.lowOfParent();
    }

    @Override
    public boolean post(long key, long leaf) {
        assert !isReadOnly() : "only the server may change its tree";
        descent.forgetHop();
        postAt(LOWEST, key, leaf);
        if (descent.hasHopped()) {
            postAt(descent.hopLevel() + 1, descent.hopKey(), descent.hopPointer());
        }
        return true;
    }

    @Override
    public void withdraw(long key, long leaf, long cover) {
        assert !isReadOnly() : "only the server may change its tree";
        withdrawAt(LOWEST, key, leaf, cover);
    }

    @Override
    public void forget(long key) {
        if (cache.isOn() && !cache.removeLowest(key)) {
            cache.remove(find(key, LOWEST));
        }
    }

    @Override
    public void reportStale(long key, long leaf) {
        if (!descent.forgetParent()) {
            mend(LOWEST, key, leaf);
        }
    }

    /** Removes a stale entry, or has the server remove it. */
    private void mend(int level, long key, long pointer) {
        if (mender != null) {
            mender.accept(key);
        } else {
            withdrawAt(level, key, pointer, PagePointer.NULL);
        }
    }

    /** The page of a level that covers a key, or one further left; reads no leaf. */
    public long find(long key, int level) {
        return descent.find(key, level);
    }

    /** Posts the separator of a page of the level below that starts at a key. */
    public void postAt(int level, long key, long pointer) {
        for (int tries = 1; ; tries++) {
            try {
                if (locking.find(level, key) == LevelWalk.NOWHERE) {
                    if (roots.grow(level, key, pointer)) {
                        return;
                    }
                } else if (merger.prepare(page)) {
                    putSeparator(level, key, pointer);
                    return;
                }
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
            retries.check(tries, pointer);
        }
    }

    private void putSeparator(int level, long key, long pointer) {
        host.work(Host.Work.NODE, 1);
        cache.remove(page.view().pointer());
        int slot = page.view().find(key);
        boolean known = slot != Page.NONE && page.view().value(slot) == pointer;
        if (known || !isAlive(pointer, level - 1)) {
            page.unlock();
        } else if (slot != Page.NONE) {
            page.editor().value(slot, pointer);
            page.unlock();
        } else {
            long right = inserter.insert(page, key, pointer);
            if (right != PagePointer.NULL) {
                postAt(level + 1, inserter.separator(), right);
            }
        }
    }

    /** Whether a page is still in use, in the same generation. */
    private boolean isAlive(long pointer, int level) {
        if (level == Page.LEAF && !knowsLeaves) {
            return true;
        }
        // Ends: each repetition means that a writer has changed the page meanwhile.
        while (true) {
            pages.open(pointer, child);
            PageMatch relation = child.relate(level, child.low());
            if (child.isValid()) {
                return relation == PageMatch.HERE;
            }
        }
    }

    @Override
    public boolean adopt(long dead, long loaded) {
        return !isReadOnly() && roots.adopt(dead, loaded);
    }

    /** Whether only the tree's server changes it. */
    private boolean isReadOnly() {
        return mender != null;
    }

    @Override
    public int collapse() {
        int gone = 0;
        for (int level = LOWEST; find(Long.MIN_VALUE, level) != Descent.ABOVE_ROOT; level++) {
            gone += collapse(level);
        }
        return gone;
    }

    /** Merges pages of a level from the left. */
    private int collapse(int level) {
        int gone = 0;
        int looks = 0;
        // Ends: each turn merges a page or goes right, and retries limits the others.
        for (long key = Long.MIN_VALUE; ; ) {
            long pointer = find(key, level);
            pages.open(pointer, child);
            boolean there = child.relate(level, key) == PageMatch.HERE;
            boolean bounded = child.hasHigh();
            long high = bounded ? child.high() : 0;
            long right = bounded ? child.right() : PagePointer.NULL;
            if (!child.isValid() || !there) {
                retries.check(++looks, pointer);
                continue;
            }
            if (!bounded) {
                return gone;
            }
            if (mergeInner(level, pointer, right, high)) {
                gone++;
            } else {
                key = high;
            }
        }
    }

    /** Removes the entry of a dead page from a level. */
    public void withdrawAt(int level, long key, long pointer, long cover) {
        RemovalOutcome outcome = withdrawOnce(level, key, pointer, cover);
        if (!outcome.done()) {
            withdrawOnce(level, key, pointer, coverOf(outcome.first(), level - 1));
        }
    }

    /**
     * As {@link #withdrawAt}, but does not search for the page that must take the place of a first
     * child.
     */
    RemovalOutcome withdrawOnce(int level, long key, long pointer, long cover) {
        for (int tries = 1; ; tries++) {
            try {
                if (locking.find(level, key) == LevelWalk.NOWHERE) {
                    return RemovalOutcome.DONE;
                }
                if (merger.prepare(page)) {
                    RemovalOutcome outcome = withdrawFrom(pointer, cover);
                    mergeSparse(level);
                    return outcome;
                }
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
            retries.check(tries, pointer);
        }
    }

    /** Merges the inner page that was just changed with a neighbour, if it is sparse. */
    private void mergeSparse(int level) {
        if (!sparse.take()) {
            return;
        }
        long pointer = sparse.pointer;
        long low = sparse.low;
        if (sparse.right != PagePointer.NULL
                && mergeInner(level, pointer, sparse.right, sparse.high)) {
            return;
        }
        if (low != Long.MIN_VALUE) {
            mergeInner(level, coverOf(low - 1, level), pointer, low);
        }
    }

    private boolean mergeInner(int level, long left, long right, long key) {
        if (isFirstChild(level + 1, key) || !merger.merge(left, right)) {
            return false;
        }
        cache.remove(left);
        cache.remove(right);
        withdrawAt(level + 1, key, right, left);
        pages.free(right);
        return true;
    }

    private RemovalOutcome withdrawFrom(long pointer, long cover) {
        PageView in = page.view();
        long first = in.low();
        int slot = in.holding(pointer);
        while (slot != Page.NONE && in.key(slot) != first) {
            page.editor().clear(slot);
            sparse.note(in, inserter.fanout(), 1);
            slot = in.holding(pointer);
        }
        cache.remove(in.pointer());
        if (slot != Page.NONE && cover != PagePointer.NULL) {
            page.editor().value(slot, cover);
        }
        page.unlock();
        boolean done = slot == Page.NONE || cover != PagePointer.NULL;
        return done ? RemovalOutcome.DONE : new RemovalOutcome(false, first);
    }

    /**
     * The page of a level that covers a key, found from the key before it. Removes stale entries on
     * the way, further and further left; this ends, as the leftmost page of a level never dies.
     */
    private long coverOf(long key, int level) {
        return key == Long.MIN_VALUE ? find(key, level) : covering.find(level, key);
    }

    /** Walk to a page that is to be changed. */
    private final class Locking extends LevelWalk {
        Locking() {
            super(pages);
        }

        @Override
        protected long start(int level, long key) {
            return InnerLevels.this.find(key, level);
        }

        @Override
        protected PageView visit(long pointer) {
            pages.lock(pointer, page);
            return page.view();
        }

        @Override
        protected boolean leave(PageView view, PageMatch match, long onward) {
            page.unlock();
            return true;
        }

        @Override
        protected long passed(
                long key, long pointer, PageMatch match, long onward, int hops, boolean named) {
            cache.remove(pointer);
            return match == PageMatch.RIGHT ? onward : PagePointer.NULL;
        }

        /** The descent that restarts the walk corrects the stale entry. */
        @Override
        protected void correct(int level, long key, long started) {}
    }

    /** Walk to the page that covers a key, from the page that covers the key before it. */
    private final class Covering extends LevelWalk {
        Covering() {
            super(pages);
        }

        @Override
        protected long start(int level, long key) {
            return InnerLevels.this.find(key - 1, level);
        }

        @Override
        protected PageView visit(long pointer) {
            pages.open(pointer, child);
            return child;
        }

        @Override
        protected boolean leave(PageView view, PageMatch match, long onward) {
            return view.isValid();
        }

        @Override
        protected void correct(int level, long key, long started) {
            if (!descent.forgetParent()) {
                withdrawAt(level + 1, key - 1, started, PagePointer.NULL);
            }
        }
    }
}
