package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.access.ForeignPageException;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.btree.level.Descent;
import dev.mangrove.index.btree.level.EntryTally;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.btree.level.Merger;
import dev.mangrove.index.btree.level.RemovalOutcome;
import dev.mangrove.index.btree.level.StructureGuard;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.session.RequestRefusedException;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * One server's part in the move of single pages, as one thread uses it. The receiver writes a copy
 * that no pointer leads to. The sender compares its page with what the copy has, and ends the page
 * with a link to the copy if nothing has changed; this one store decides that the page has moved.
 */
public final class PageMoves {
    private final LocalPages pages;
    private final KeyOrder order;
    private final InnerLevels inner;
    private final Merger merger;
    private final StructureGuard guard;
    private final BooleanSupplier isDivided;
    private final int rootLevel;
    private final int fanout;
    private final LockedPage page;
    private final PageView view;
    private final PageImage image;
    private EntryTally tally = new EntryTally();
    private int uncoveredLevel;
    private long uncoveredKey;

    /**
     * Creates one thread's part.
     *
     * @param isDivided whether the tree has a level above its meganodes, as far as this server
     *     knows
     */
    PageMoves(
            LocalPages pages,
            InnerLevels inner,
            Merger merger,
            StructureGuard guard,
            BooleanSupplier isDivided,
            int rootLevel,
            int fanout) {
        this.pages = pages;
        this.order = pages.order();
        this.inner = inner;
        this.merger = merger;
        this.guard = guard;
        this.isDivided = isDivided;
        this.rootLevel = rootLevel;
        this.fanout = fanout;
        this.page = pages.newLockedPage();
        this.view = pages.newView();
        this.image = pages.newImage();
    }

    /** Counts the entries of leaves that leave this server. */
    void counting(EntryTally shared) {
        tally = shared;
    }

    /**
     * Checks a pointer of a request, if it leads to a page of this server: the page must belong to
     * the index and have this level and smallest key. It may have died since the client got it.
     */
    void checkPage(long pointer, int level, long low) {
        if (!pages.reaches(pointer)) {
            return; // Only its server can tell.
        }
        PageMatch match = read(pointer, level, low);
        boolean isDead = match == PageMatch.DEAD || match == PageMatch.STALE;
        if (match == PageMatch.DAMAGED || (!isDead && !order.isSame(view.low(), low))) {
            throw wrong(
                    pointer, "no page of level " + level + " that starts at " + order.text(low));
        }
    }

    /** Checks that a pointer of a request leads to no live page of this server. */
    void checkGone(long pointer) {
        if (pages.reaches(pointer)
                && read(pointer, Page.LEAF, KeyOrder.LEAST) != PageMatch.DAMAGED
                && HeaderStamp.generation(view.header()) == PagePointer.generation(pointer)) {
            throw wrong(pointer, "a page that is there");
        }
    }

    /** Checks that a pointer of a request leads to the root of a whole tree at this server. */
    void checkRoot(long pointer) {
        boolean isPage =
                pages.reaches(pointer)
                        && read(pointer, Page.LEAF, KeyOrder.LEAST) != PageMatch.DAMAGED;
        int level = isPage ? view.level() : Page.LEAF;
        if (level == Page.LEAF || view.relate(level, KeyOrder.LEAST) != PageMatch.HERE) {
            throw wrong(pointer, "no root");
        }
    }

    private PageMatch read(long pointer, int level, long key) {
        if (!pages.contains(pointer)) {
            return PageMatch.DAMAGED;
        }
        // Ends: each repetition means that a writer has changed the page meanwhile.
        while (true) {
            pages.open(pointer, view);
            PageMatch match = view.relate(level, key);
            if (view.isValid()) {
                return match;
            }
        }
    }

    private static IllegalArgumentException wrong(long pointer, String what) {
        return new IllegalArgumentException(
                "pointer leads to " + what + ": pointer=" + PagePointer.toString(pointer));
    }

    /** Receiver: writes a copy of a page with an upper bound; returns its pointer. */
    public long placeBounded(int level, long low, long high, long right, EntryBuffer entries) {
        check(level, low, entries);
        if (!order.isLess(low, high) || right == PagePointer.NULL) {
            throw new IllegalArgumentException(
                    "bounds: low=" + order.text(low) + ", high=" + order.text(high));
        }
        long copy = pages.allocate();
        write(copy, entries, () -> image.bounded(copy, level, low, high, right));
        assert isPlaced(copy, level, low, entries) : PagePointer.toString(copy);
        assert view.hasHigh() && order.isSame(view.high(), high) && view.right() == right
                : order.text(view.high());
        return copy;
    }

    /** Writes a copy; if there is no memory for a long key, the page is as before. */
    private void write(long copy, EntryBuffer entries, Supplier<PageImage> begun) {
        try {
            pages.write(copy, begun.get().entries(entries, 0, entries.size()));
        } catch (RequestRefusedException e) {
            pages.putBack(copy);
            throw e;
        }
    }

    /** Receiver: writes a copy of the last page of a level; returns its pointer. */
    public long placeUnbounded(int level, long low, EntryBuffer entries) {
        check(level, low, entries);
        long copy = pages.allocate();
        write(copy, entries, () -> image.unbounded(copy, level, low));
        assert isPlaced(copy, level, low, entries) && !view.hasHigh() : PagePointer.toString(copy);
        return copy;
    }

    /** Whether a copy, which no other thread knows yet, has level, bound and entries. */
    private boolean isPlaced(long copy, int level, long low, EntryBuffer entries) {
        pages.open(copy, view);
        return view.relate(level, low) == PageMatch.HERE
                && order.isSame(view.low(), low)
                && view.countNow() == entries.size();
    }

    private void check(int level, long low, EntryBuffer entries) {
        if (level < Page.LEAF || level > rootLevel) {
            throw new IllegalArgumentException(
                    "meganodes have levels 0 to " + rootLevel + ": level=" + level);
        }
        if (entries.size() > fanout) {
            throw new IllegalArgumentException(
                    "a page has at most " + fanout + " entries: entries=" + entries.size());
        }
        if (level > Page.LEAF && (entries.size() == 0 || !order.isSame(entries.key(0), low))) {
            throw new IllegalArgumentException("an inner page has no child for its smallest key");
        }
    }

    /** Receiver: frees a copy that no pointer leads to. */
    public void discard(long copy) {
        pages.putBack(copy);
    }

    /**
     * Sender: ends a page, with a link to its copy at another server, if it is as it was copied;
     * whether it did. Within a change of the tally. The guard keeps merges away, which change a
     * page and its parent in two steps.
     *
     * @param header the page's stamp when it was copied
     */
    public boolean forward(long from, long copy, long header, EntryBuffer entries) {
        if (pages.reaches(copy) || copy == PagePointer.NULL) {
            throw new IllegalArgumentException(
                    "a copy is at another server: copy=" + PagePointer.toString(copy));
        }
        if (!pages.contains(from) || !guard.tryEnter()) {
            return false;
        }
        try {
            if (!isDivided.getAsBoolean()) {
                return false; // A smaller tree was loaded, whose root must not move.
            }
            pages.lock(from, page);
            boolean same = isAsCopied(page.view(), header, entries);
            if (same) {
                assert page.isLocked() && page.view().level() <= rootLevel : page.view().level();
                assert from != copy && page.view().pointer() == from : PagePointer.toString(from);
                page.editor().kill(copy);
                tally.add(page.view().level() == Page.LEAF ? -entries.size() : 0);
            }
            page.unlock();
            return same;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        } finally {
            guard.exit();
        }
    }

    /** Whether a locked page has the stamp, and so the bounds, and the entries of its copy. */
    private boolean isAsCopied(PageView now, long header, EntryBuffer entries) {
        return now.header() == header
                && now.relate(now.level(), now.low()) == PageMatch.HERE
                && now.level() <= rootLevel
                && now.isTidy()
                && hasExactly(now, entries);
    }

    private static boolean hasExactly(PageView now, EntryBuffer entries) {
        if (now.count() != entries.size()) {
            return false;
        }
        for (int i = 0; i < entries.size(); i++) {
            int slot = now.find(entries.key(i));
            if (slot == Page.NONE || !now.isCollected(slot, entries.key(i), entries.value(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Sender: whether a page has moved to a copy. If not, it never will: the page gets another
     * stamp, so a later {@link #forward} of a slow client fails.
     */
    public boolean cancel(long from, long copy) {
        if (!pages.contains(from)) {
            return false;
        }
        try {
            // Ends: each repetition finishes a merge.
            do {
                pages.lock(from, page);
                PageMatch match = page.view().relate(page.view().level(), page.view().low());
                if (match != PageMatch.HERE) {
                    boolean moved = match == PageMatch.DEAD && page.view().link() == copy;
                    page.unlock();
                    return moved;
                }
            } while (!merger.prepare(page));
            RareBranch.MOVE_GIVEN_UP.taken();
            assert page.isLocked() && page.view().isTidy() : PagePointer.toString(from);
            page.editor().abandonMerge();
            page.unlock();
            return false;
        } catch (RuntimeException | Error e) {
            page.release();
            throw e;
        }
    }

    /** Checks that a pointer of a request leads to no page of a level that is right of a key. */
    void checkCover(long pointer, int level, long key) {
        if (pointer == PagePointer.NULL) {
            throw wrong(pointer, "no page");
        }
        if (pages.reaches(pointer)) {
            PageMatch match = read(pointer, level, key);
            boolean isOther =
                    match == PageMatch.STALE
                            && HeaderStamp.generation(view.header())
                                    == PagePointer.generation(pointer);
            if (isOther || match == PageMatch.DAMAGED || match == PageMatch.LEFT) {
                throw wrong(
                        pointer, "no page of level " + level + " at or left of " + order.text(key));
            }
        }
    }

    /**
     * Removes entries that name a page which is gone, in each level on the path to a key. A late
     * separator can have become the first entry of its page by a split. That entry stays: see
     * {@link #uncoveredLevel}.
     *
     * @param highest level of the page where the path starts, which may move meanwhile
     */
    void withdraw(long key, long gone, int highest) {
        uncoveredLevel = Page.LEAF;
        boolean isAbove = false;
        for (int level = InnerLevels.LOWEST; level <= highest && !isAbove; level++) {
            try {
                isAbove = inner.find(key, level) == Descent.ABOVE_ROOT;
                if (!isAbove) {
                    withdrawAt(level, key, gone);
                }
            } catch (ForeignPageException e) {
                RareBranch.STALE_ENTRY.taken(); // Another server has the path at this level.
            }
        }
    }

    private void withdrawAt(int level, long key, long gone) {
        RemovalOutcome outcome = inner.withdrawOnce(level, key, gone, PagePointer.NULL);
        if (!outcome.done()) {
            uncoveredLevel = level;
            uncoveredKey = outcome.first();
        }
    }

    /**
     * Level of a page whose first entry names the page that the last {@link #withdraw} was for; the
     * level of leaves if there is none.
     */
    int uncoveredLevel() {
        return uncoveredLevel;
    }

    /** Smallest key of that page. */
    long uncoveredKey() {
        return uncoveredKey;
    }
}
