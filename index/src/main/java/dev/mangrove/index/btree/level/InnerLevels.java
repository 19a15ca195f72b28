package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

import java.util.function.LongConsumer;

/**
 * Inner pages of a tree, from the root down to the level above the leaves. An inner page has an
 * entry for each child: the child's smallest key when it was posted, and its pointer; the first
 * entry's key is the page's own lower bound, and is never removed.
 *
 * <p>A separator is posted as a step of its own, after the split it tells of is complete: until
 * then the new page is reached by its left neighbour. Posting again does no harm.
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
    private final PageImage image;
    private final EntryBuffer entries;
    private final Retries retries;
    private final SparsePage sparse = new SparsePage();

    /**
     * Inner levels of a tree.
     *
     * @param knowsLeaves whether the leaves can be reached, too
     * @param mender told of keys whose way leads nowhere, where that cannot be mended here
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
        this.image = pages.newImage();
        this.entries = new EntryBuffer(fanout);
        this.retries = new Retries(host);
    }

    /** Makes the first inner page of a tree, above its first leaf; returns it. */
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

    /** Smallest key of the page that named the leaf found last, if it was not cached. */
    long lowOfParent() {
        return descent.lowOfParent();
    }

    @Override
    public boolean post(long key, long leaf) {
        descent.forgetHop();
        postAt(LOWEST, key, leaf);
        if (descent.hasHopped()) {
            postAt(descent.hopLevel() + 1, descent.hopKey(), descent.hopPointer());
        }
        return true;
    }

    @Override
    public void withdraw(long key, long leaf, long cover) {
        withdrawAt(LOWEST, key, leaf, cover);
    }

    @Override
    public void forget(long key) {
        if (cache.isOn() && !cache.removeLowest(key)) {
            cache.remove(find(key, LOWEST));
        }
    }

    @Override
    public void astray(long key, long leaf) {
        if (!descent.forgetParent()) {
            mend(LOWEST, key, leaf);
        }
    }

    /** Takes out an entry that leads nowhere, or has it taken out. */
    private void mend(int level, long key, long pointer) {
        if (mender != null) {
            mender.accept(key);
        } else {
            withdrawAt(level, key, pointer, PagePointer.NULL);
        }
    }

    /** The page of a level that a key is in, or one further left; leaves are not looked at. */
    public long find(long key, int level) {
        return descent.find(key, level);
    }

    /** Tells a level of a page of the level below that starts at a key. */
    public void postAt(int level, long key, long pointer) {
        while (true) {
            long at = find(key, level);
            if (at == Descent.ABOVE_ROOT
                    ? grow(level, key, pointer)
                    : postTo(at, level, key, pointer)) {
                return;
            }
        }
    }

    private boolean postTo(long from, int level, long key, long pointer) {
        if (!lockCovering(from, level, key)) {
            return false;
        }
        try {
            putSeparator(level, key, pointer);
            return true;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    /** Locks the page that covers a key, from one at or left of it; false if the way is lost. */
    private boolean lockCovering(long from, int level, long key) {
        long pointer = from;
        retries.begin();
        while (true) {
            retries.step(pointer);
            pages.lock(pointer, page);
            try {
                int relation = page.view().relate(level, key);
                if (relation == PageView.HERE) {
                    return merger.prepare(page);
                }
                long right = relation == PageView.RIGHT ? page.view().right() : PagePointer.NULL;
                page.unlock();
                cache.remove(pointer);
                if (relation == PageView.DAMAGED) {
                    throw pages.damaged(pointer);
                }
                if (relation != PageView.RIGHT) {
                    return false;
                }
                pointer = right;
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
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

    /** Whether a page is still what it was when it was split off. */
    private boolean isAlive(long pointer, int level) {
        if (level == Page.LEAF && !knowsLeaves) {
            return true;
        }
        while (true) {
            pages.open(pointer, child);
            int relation = child.relate(level, child.low());
            if (child.isValid()) {
                return relation == PageView.HERE;
            }
        }
    }

    /** Puts a new root above the old one, which has split. */
    private boolean grow(int level, long key, long pointer) {
        long old = root.refresh();
        pages.open(old, child);
        int height = child.level();
        if (!child.isValid() || height != level - 1) {
            return false;
        }
        Page.checkLevel(level);
        entries.size(0);
        entries.add(Long.MIN_VALUE, old);
        entries.add(key, pointer);
        long above = pages.allocate();
        pages.write(above, image.unbounded(above, level, Long.MIN_VALUE).entries(entries, 0, 2));
        if (root.swap(old, above)) {
            return true;
        }
        pages.putBack(above);
        return false;
    }

    @Override
    public boolean adopt(long dead, long loaded) {
        long before = root.refresh();
        boolean swapped = leadsTo(before, dead) && root.swap(before, loaded);
        cache.clear();
        if (swapped) {
            endPath(before, loaded);
        }
        return swapped;
    }

    /** Whether the way along first children, from an inner page down, ends at a leaf. */
    private boolean leadsTo(long from, long leaf) {
        long pointer = from;
        while (true) {
            pages.open(pointer, child);
            int level = child.level();
            boolean alive = child.relate(level, Long.MIN_VALUE) == PageView.HERE;
            int slot = child.find(Long.MIN_VALUE);
            long next = slot == Page.NONE ? PagePointer.NULL : child.value(slot);
            if (!child.isValid()) {
                continue;
            }
            if (!alive || level <= LOWEST || next == PagePointer.NULL) {
                return alive && next == leaf;
            }
            pointer = next;
        }
    }

    /**
     * Ends the pages above the only leaf of a tree that has been replaced, the root first: whoever
     * starts there is led to the new root before any other page is used again.
     */
    private void endPath(long from, long heir) {
        int level;
        long pointer = from;
        do {
            pages.lock(pointer, page);
            try {
                level = page.view().level();
                int slot = page.view().find(Long.MIN_VALUE);
                long next = slot == Page.NONE ? PagePointer.NULL : page.view().value(slot);
                page.editor().kill(heir);
                page.unlock();
                pages.free(pointer);
                pointer = next;
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
        } while (level > LOWEST && pointer != PagePointer.NULL);
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
        for (long key = Long.MIN_VALUE; ; ) {
            long pointer = find(key, level);
            pages.open(pointer, child);
            boolean there = child.relate(level, key) == PageView.HERE;
            boolean bounded = child.hasHigh();
            long high = bounded ? child.high() : 0;
            long right = bounded ? child.right() : PagePointer.NULL;
            if (!child.isValid() || !there) {
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

    /** Takes the entry of a page that is no more out of a level. */
    public void withdrawAt(int level, long key, long pointer, long cover) {
        RemovalOutcome outcome = withdrawOnce(level, key, pointer, cover);
        if (!outcome.done()) {
            withdrawOnce(level, key, pointer, coverOf(outcome.first(), level - 1));
        }
    }

    /** The same, unless another must take the place and is not known. */
    RemovalOutcome withdrawOnce(int level, long key, long pointer, long cover) {
        while (true) {
            long at = find(key, level);
            if (at == Descent.ABOVE_ROOT) {
                return RemovalOutcome.DONE;
            }
            if (!lockCovering(at, level, key)) {
                continue;
            }
            try {
                RemovalOutcome outcome = withdrawFrom(pointer, cover);
                thin(level);
                return outcome;
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
        }
    }

    /** Merges the inner page that was just changed with a neighbour, if it has few entries left. */
    private void thin(int level) {
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
     * The page of a level that covers a key, found from the key's left. What leads nowhere on the
     * way is mended in turn, further and further left: the leftmost page of a level never goes.
     */
    private long coverOf(long key, int level) {
        if (key == Long.MIN_VALUE) {
            return find(key, level);
        }
        long pointer = find(key - 1, level);
        long start = pointer;
        for (int steps = 1; ; steps++) {
            retries.check(steps, pointer);
            pages.open(pointer, child);
            int relation = child.relate(level, key);
            long next = relation == PageView.RIGHT ? child.right() : child.link();
            if (!child.isValid()) {
                continue;
            }
            if (relation == PageView.HERE) {
                return pointer;
            }
            if (relation == PageView.DAMAGED) {
                throw pages.damaged(pointer);
            }
            if (relation == PageView.RIGHT || relation == PageView.DEAD) {
                pointer = next;
            } else {
                if (!descent.forgetParent()) {
                    withdrawAt(level + 1, key - 1, start, PagePointer.NULL);
                }
                pointer = find(key - 1, level);
                start = pointer;
            }
        }
    }
}
