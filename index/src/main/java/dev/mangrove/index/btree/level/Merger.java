package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.latch.LatchTable;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

/**
 * Merges a page into its left neighbour, and finishes merges of dead sessions.
 *
 * <ol>
 *   <li>The merger locks both pages, the left one first. It links each to the other as its partner,
 *       the right one first.
 *   <li>It copies the right page's entries into free slots of the left one, where they are out of
 *       bounds. It skips an inner page's first entry if that names the left page's last child.
 *   <li>The left page takes over the right one's upper bound and right link. From this store on,
 *       its copied entries are valid.
 *   <li>The merger marks the right page as dead, with a link to the left one, and clears the left
 *       page's partner.
 *   <li>It unlocks both. Its caller removes the right page's separator from the level above and
 *       frees the page.
 * </ol>
 *
 * A thread that locks a page with a partner knows that the merger died, or was refused memory for a
 * long key: otherwise a merger unlocks only after it has cleared the partner. Before step 3 that
 * thread abandons the merge, after it the thread marks the right page as dead. A merger takes
 * memory in steps 2 and 3, before the store that moves the bound.
 *
 * <p>The thread locks the left page first. If that does not name the right one, the thread unlocks
 * it, because it may be in use elsewhere by now, and then locks the right page. In between another
 * session may merge the same pages again and die. So if the right page names the left one, the
 * thread looks at the left page once more before it undoes anything.
 */
public final class Merger implements PageRepair {
    private final Pages pages;
    private final int fanout;
    private final LockedPage left;
    private final LockedPage right;
    private final PageView view;
    private final EntryBuffer entries;

    /** Creates a merger for pages of an index. */
    public Merger(Pages pages, int fanout) {
        this.pages = pages;
        this.fanout = fanout;
        this.left = pages.newLockedPage();
        this.right = pages.newLockedPage();
        this.view = pages.newView();
        this.entries = pages.newEntries(fanout);
    }

    /**
     * Entries at or below which a page is worth merging. Chosen: a third, so that two such pages
     * fit into one with room to spare.
     */
    public static int mergeThreshold(int fanout) {
        return fanout / 3;
    }

    /**
     * Whether the entries of two pages fit into one. Keeps a quarter of the page free, so that it
     * does not split again soon; an empty page always fits.
     */
    public static boolean isRoomFor(int fanout, int one, int other) {
        return one == 0 || other == 0 || one + other <= fanout * 3 / 4;
    }

    @Override
    public boolean prepare(LockedPage page) {
        PageView at = page.view();
        if (at.isTidy()) {
            return true;
        }
        long partner = at.link();
        if (partner == PagePointer.NULL) {
            RareBranch.SPLIT_FINISHED.taken();
            page.editor().sweep();
            page.flush();
            return true;
        }
        long pointer = at.pointer();
        page.unlock();
        finish(pointer, partner);
        return false;
    }

    /**
     * Merges two pages if their latches are free, they are neighbours and fit into one, and there
     * is memory for long keys; whether it did.
     */
    public boolean merge(long leftPointer, long rightPointer) {
        try {
            return tryMerge(leftPointer, rightPointer);
        } catch (RequestRefusedException e) {
            if (!isLackOfMemory(e)) {
                throw e;
            }
            RareBranch.MERGE_GIVEN_UP.taken();
            return false;
        }
    }

    private static boolean isLackOfMemory(RequestRefusedException refusal) {
        return refusal.status() == Status.OUT_OF_MEMORY;
    }

    private boolean tryMerge(long leftPointer, long rightPointer) {
        if (!pages.reaches(leftPointer)
                || !pages.reaches(rightPointer)
                || LatchTable.address(leftPointer) == LatchTable.address(rightPointer)
                || !pages.tryLock(leftPointer, left)) {
            RareBranch.MERGE_GIVEN_UP.taken();
            return false;
        }
        try {
            if (!pages.tryLock(rightPointer, right)) {
                left.unlock();
                RareBranch.MERGE_GIVEN_UP.taken();
                return false;
            }
            boolean fits = fits();
            if (fits) {
                carryOut();
            }
            right.unlock();
            left.unlock();
            return fits;
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    /** Smallest key of the page that was merged last. */
    public long mergedKey() {
        return right.view().low();
    }

    /** The head node of the page that was merged last; NULL if none. */
    long mergedHead() {
        return right.view().head();
    }

    private boolean fits() {
        PageView from = right.view();
        PageView to = left.view();
        return isUsable(to)
                && isUsable(from)
                && to.level() == from.level()
                && to.hasHigh()
                && to.right() == from.pointer()
                && isRoomFor(fanout, to.count(), from.count() - (sharesBoundaryChild() ? 1 : 0));
    }

    /**
     * Whether the right page's first child is also the left page's last one. This happens when the
     * right page's first child has been merged into its left neighbour.
     */
    private boolean sharesBoundaryChild() {
        PageView from = right.view();
        PageView to = left.view();
        if (from.level() == Page.LEAF || from.low() == KeyOrder.GREATEST) {
            return false;
        }
        int first = from.find(from.low());
        int last = to.floor(KeyOrder.GREATEST);
        return first != Page.NONE && last != Page.NONE && from.value(first) == to.value(last);
    }

    private static boolean isUsable(PageView page) {
        return page.relate(page.level(), page.low()) == PageMatch.HERE && page.isTidy();
    }

    private void carryOut() {
        right.editor().link(left.view().pointer());
        right.flush();
        left.editor().link(right.view().pointer());
        left.flush();
        assert left.isLocked() && right.isLocked();
        entries.size(0);
        KeyOrder order = pages.order();
        long from = sharesBoundaryChild() ? order.after(right.view().low()) : KeyOrder.LEAST;
        right.view().collect(from, KeyOrder.GREATEST, entries);
        left.editor().fillAhead(entries);
        left.flush();
        left.editor().merge(right.view());
        left.flush();
        end();
    }

    /** Step 4. */
    private void end() {
        right.editor().kill(left.view().pointer());
        right.flush();
        left.editor().link(PagePointer.NULL);
        left.flush();
    }

    /** Completes a dead session's merge, or undoes it. */
    private void finish(long one, long other) {
        if (levelOf(one) != levelOf(other)) {
            abandonLoad(one, other);
            return;
        }
        boolean inOrder = !pages.order().isLess(lowOf(other), lowOf(one));
        long leftPointer = inOrder ? one : other;
        long rightPointer = inOrder ? other : one;
        boolean finished = false;
        // Ends: each repetition means that another session has begun to merge the same pages
        // meanwhile, and died.
        while (!finished) {
            finished = tryFinish(leftPointer, rightPointer);
        }
    }

    /** False if the pages were merged again, by a session that died, before both were locked. */
    private boolean tryFinish(long leftPointer, long rightPointer) {
        try {
            pages.lock(leftPointer, left);
            boolean meant = isAlive(left.view()) && left.view().link() == rightPointer;
            if (!meant) {
                left.unlock();
            }
            pages.lock(rightPointer, right);
            boolean linked = isAlive(right.view()) && right.view().link() == leftPointer;
            if (linked && !meant && isLinked(leftPointer, rightPointer)) {
                right.unlock();
                return false;
            }
            if (linked) {
                finishRight(meant);
            }
            if (meant) {
                left.editor().link(PagePointer.NULL);
                left.flush();
            }
            right.unlock();
            if (meant) {
                left.unlock();
            }
            return true;
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    /**
     * Whether a page names a partner, whose latch this thread holds: so no session begins or ends a
     * merge of the two meanwhile.
     */
    private boolean isLinked(long pointer, long partner) {
        // Ends: each repetition means that a writer has changed the page meanwhile.
        while (true) {
            pages.open(pointer, view);
            boolean linked = isAlive(view) && view.link() == partner;
            if (view.isValid()) {
                return linked;
            }
        }
    }

    /**
     * Undoes the load of a loader that died before it marked the leaf as dead: the leaf's partner
     * is the root of the tree that it had written.
     */
    private void abandonLoad(long leaf, long loaded) {
        try {
            pages.lock(leaf, left);
            if (isAlive(left.view()) && left.view().link() == loaded) {
                RareBranch.LOAD_UNDONE.taken();
                left.editor().link(PagePointer.NULL);
            }
            left.unlock();
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    private int levelOf(long pointer) {
        // Ends: each repetition means that a writer has changed the page meanwhile.
        while (true) {
            pages.open(pointer, view);
            int level = view.level();
            if (view.isValid()) {
                return level;
            }
        }
    }

    private void finishRight(boolean meant) {
        if (meant && left.view().right() != right.view().pointer()) {
            RareBranch.MERGE_COMPLETED.taken();
            right.editor().kill(left.view().pointer());
        } else {
            RareBranch.MERGE_UNDONE.taken();
            if (meant) {
                left.editor().abandonMerge();
                left.flush();
            }
            right.editor().link(PagePointer.NULL);
        }
        right.flush();
    }

    private static boolean isAlive(PageView page) {
        return page.relate(page.level(), page.low()) == PageMatch.HERE;
    }

    private long lowOf(long pointer) {
        // Ends: each repetition means that a writer has changed the page meanwhile.
        while (true) {
            pages.open(pointer, view);
            long low = view.low();
            if (view.isValid()) {
                return low;
            }
        }
    }

    private void release() {
        try {
            right.release();
        } finally {
            left.release();
        }
    }
}
