package dev.mangrove.index.btree.level;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.ForeignPageException;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.Pages;
import dev.mangrove.index.btree.cache.NodeCache;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageMatch;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.probe.RareBranch;

import org.jspecify.annotations.Nullable;

/**
 * Changes of inner pages: posts the separators of new pages, removes the entries of dead ones, and
 * merges pages that have become sparse. Each change locks one page, or the two of a merge, and the
 * tree is correct between any two changes. Posting a separator twice has no further effect.
 */
final class InnerChanges {
    private final Pages pages;
    private final KeyOrder order;
    private final NodeCache cache;
    private final Inserter inserter;
    private final Merger merger;
    private final boolean knowsLeaves;
    private final Host host;
    private final Descent descent;
    private final PageView child;
    private final LockedPage page;
    private final Retries retries;
    private final MeganodeRules.Growth growth;
    private final @Nullable MeganodeRules rules;
    private final LevelWalk locking;
    private final LevelWalk covering;
    private final SparsePage sparse = new SparsePage();

    /**
     * Creates the changes of a tree's inner pages.
     *
     * @param knowsLeaves whether the leaves are accessible as well
     * @param rules what changes keep to in a tree of meganodes, else null
     */
    InnerChanges(
            Pages pages,
            NodeCache cache,
            Descent descent,
            MeganodeRules.Growth growth,
            Inserter inserter,
            Merger merger,
            boolean knowsLeaves,
            @Nullable MeganodeRules rules) {
        this.rules = rules;
        this.pages = pages;
        this.order = pages.order();
        this.cache = cache;
        this.descent = descent;
        this.growth = growth;
        this.inserter = inserter;
        this.merger = merger;
        this.knowsLeaves = knowsLeaves;
        this.host = pages.host();
        this.child = pages.newView();
        this.page = pages.newLockedPage();
        this.retries = new Retries(host);
        this.locking = new Locking();
        this.covering =
                new CoveringWalk(
                        pages, child, (level, key) -> descent.find(key, level), this::correct);
    }

    /** Posts the separator of a page of the level below that starts at a key. */
    void postAt(int level, long key, long pointer) {
        // Ends: retries limits the tries.
        for (int tries = 1; ; tries++) {
            try {
                if (locking.find(level, key) == LevelWalk.NOWHERE) {
                    if (growth.grow(level, key, pointer)) {
                        return;
                    }
                } else if (merger.prepare(page) && putSeparator(level, key, pointer)) {
                    return;
                }
            } catch (ForeignPageException e) {
                page.release();
                leaveUnposted(level, key, pointer, e);
                return;
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
            retries.check(tries, pointer);
        }
    }

    /** The parent is at another server, which this one does not wait for. */
    private void leaveUnposted(int level, long key, long pointer, ForeignPageException e) {
        if (rules == null) {
            throw e;
        }
        rules.unposted().keep(level, key, pointer, e.pointer());
    }

    /** See {@link InnerLevels#repoint}. */
    boolean repoint(int level, long key, long from, long to) {
        // Ends: retries limits the tries.
        for (int tries = 1; ; tries++) {
            try {
                if (locking.find(level, key) == LevelWalk.NOWHERE) {
                    return false;
                }
                if (merger.prepare(page) && repointLocked(level, key, from, to)) {
                    return true;
                }
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
            retries.check(tries, from);
        }
    }

    /** Changes the entry in the locked page and unlocks; false if it must be tried again. */
    private boolean repointLocked(int level, long key, long from, long to) {
        assert covers(level, key) && from != to : PagePointer.toString(to);
        int slot = page.view().holding(from);
        if (slot == Page.NONE && page.view().find(key) == Page.NONE) {
            return putSeparator(level, key, to);
        }
        if (slot != Page.NONE) {
            page.editor().value(slot, to);
        }
        page.unlock();
        return true;
    }

    /** See {@link InnerLevels#relink}. */
    boolean relink(int level, long key, long from, long to) {
        // Ends: retries limits the tries.
        for (int tries = 1; ; tries++) {
            try {
                if (locking.find(level, key) == LevelWalk.NOWHERE) {
                    return false;
                }
                if (merger.prepare(page)) {
                    LeafLevel.relinkLocked(page, from, to);
                    page.unlock();
                    return true;
                }
            } catch (RuntimeException | Error e) {
                page.release();
                throw e;
            }
            retries.check(tries, from);
        }
    }

    /** Puts a separator into the locked page and unlocks; false if it must be tried again. */
    private boolean putSeparator(int level, long key, long pointer) {
        assert covers(level, key) && page.view().isTidy() : page.view().pointer();
        host.work(Host.Work.NODE, 1);
        cache.remove(page.view().pointer());
        int slot = page.view().find(key);
        boolean known = slot != Page.NONE && page.view().value(slot) == pointer;
        if (known || !isAlive(pointer, level - 1)) {
            page.unlock();
        } else if (slot != Page.NONE) {
            // A page of another server may have died since its separator was sent.
            if (pages.reaches(pointer)) {
                page.editor().value(slot, pointer);
            }
            page.unlock();
        } else {
            return insert(level, key, pointer);
        }
        return true;
    }

    /** Whether the page of a level that covers a key is locked, for assertions. */
    private boolean covers(int level, long key) {
        return level >= InnerLevels.LOWEST
                && page.isLocked()
                && page.view().relate(level, key) == PageMatch.HERE;
    }

    private boolean insert(int level, long key, long pointer) {
        assert page.view().find(key) == Page.NONE : order.text(key);
        StructureGuard guard =
                rules != null && page.view().count() >= inserter.fanout() ? rules.guard() : null;
        if (guard != null && !guard.tryEnter()) {
            page.unlock();
            return false;
        }
        long right;
        try {
            right = inserter.insert(page, key, pointer);
        } finally {
            if (guard != null) {
                guard.exit();
            }
        }
        if (right != PagePointer.NULL) {
            postAt(level + 1, inserter.separator(), right);
        }
        return true;
    }

    /** Whether a page is still in use, in the same generation. */
    private boolean isAlive(long pointer, int level) {
        if ((level == Page.LEAF && !knowsLeaves) || !pages.reaches(pointer)) {
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

    /** Whether a page that starts at a key is the first child of its parent, a page of a level. */
    boolean isFirstChild(int level, long key) {
        try {
            return startsAt(level, key);
        } catch (ForeignPageException e) {
            return true; // The first page of another server's meganode.
        }
    }

    private boolean startsAt(int level, long key) {
        // Ends: retries limits the looks.
        for (int looks = 1; ; looks++) {
            long pointer = descent.find(key, level);
            if (pointer == Descent.ABOVE_ROOT) {
                return rules != null; // The parent may be at another server.
            }
            pages.open(pointer, child);
            long low = child.low();
            PageMatch match = child.relate(level, key);
            if (child.isValid() && match != PageMatch.DEAD && match != PageMatch.STALE) {
                return order.isSame(low, key);
            }
            // A copy has led to a parent that another client has merged away.
            cache.remove(pointer);
            boolean _ = descent.forgetParent();
            retries.check(looks, pointer);
        }
    }

    /**
     * Removes the entry of a dead page from a level. The page that must take the place of a first
     * child may be at another server: the request then ends, and the client learns from its next
     * one, which starts at the dead page, that this is gone.
     */
    void withdrawAt(int level, long key, long pointer, long cover) {
        RemovalOutcome outcome = withdrawOnce(level, key, pointer, cover);
        if (!outcome.done() && rules != null) {
            throw rules.ending().apply(pointer);
        }
        if (!outcome.done()) {
            withdrawOnce(level, key, pointer, coverOf(outcome.first(), level - 1));
        }
    }

    /**
     * As {@link #withdrawAt}, but does not search for the page that must take the place of a first
     * child.
     */
    RemovalOutcome withdrawOnce(int level, long key, long pointer, long cover) {
        // Ends: retries limits the tries.
        for (int tries = 1; ; tries++) {
            try {
                if (locking.find(level, key) == LevelWalk.NOWHERE) {
                    return RemovalOutcome.DONE;
                }
                if (merger.prepare(page)) {
                    assert covers(level, key) : page.view().pointer();
                    RemovalOutcome outcome = withdrawFrom(pointer, cover);
                    mergeSparse(level);
                    return outcome;
                }
            } catch (RuntimeException | Error e) {
                page.release();
                boolean _ = sparse.take(); // Its keys end with the operation.
                throw e;
            }
            retries.check(tries, pointer);
        }
    }

    private RemovalOutcome withdrawFrom(long pointer, long cover) {
        PageView in = page.view();
        long first = in.low();
        int slot = in.holding(pointer);
        while (slot != Page.NONE && !order.isSame(in.key(slot), first)) {
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

    /** Merges the inner page that was just changed with a neighbour, if it is sparse. */
    private void mergeSparse(int level) {
        if (!sparse.take() || (rules != null && level >= rules.rootLevel())) {
            return;
        }
        StructureGuard guard = rules == null ? null : rules.guard();
        if (guard == null) {
            mergeNoted(level);
        } else if (guard.tryEnter()) {
            try {
                mergeNoted(level);
            } catch (ForeignPageException e) {
                RareBranch.MERGE_GIVEN_UP.taken();
            } finally {
                guard.exit();
            }
        }
    }

    private void mergeNoted(int level) {
        long pointer = sparse.pointer;
        long low = sparse.low;
        if (sparse.right != PagePointer.NULL
                && mergeInner(level, pointer, sparse.right, sparse.high)) {
            return;
        }
        if (low != KeyOrder.LEAST && !isFirstChild(level + 1, low)) {
            mergeInner(level, coverOf(order.before(low), level), pointer, low);
        }
    }

    private boolean mergeInner(int level, long left, long right, long key) {
        assert level >= InnerLevels.LOWEST && key != KeyOrder.LEAST : level;
        if (isFirstChild(level + 1, key) || !merger.merge(left, right)) {
            return false;
        }
        cache.remove(left);
        cache.remove(right);
        withdrawAt(level + 1, key, right, left);
        pages.free(right);
        return true;
    }

    /** Merges pages of a level from the left; returns how many were merged away. */
    int collapse(int level) {
        int gone = 0;
        int looks = 0;
        // Ends: each turn merges a page or goes right, and retries limits the others.
        for (long key = KeyOrder.LEAST; ; ) {
            long pointer = descent.find(key, level);
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

    /**
     * The page of a level that covers a key, found from the key before it. Removes stale entries on
     * the way, further and further left; this ends, as the leftmost page of a level never dies.
     */
    private long coverOf(long key, int level) {
        return key == KeyOrder.LEAST ? descent.find(key, level) : covering.find(level, key);
    }

    /** Drops the copy that named a page, or removes the entry that did. */
    private void correct(int level, long key, long pointer) {
        if (!descent.forgetParent()) {
            withdrawAt(level + 1, key, pointer, PagePointer.NULL);
        }
    }

    /** Walk to a page that is to be changed. */
    private final class Locking extends LevelWalk {
        Locking() {
            super(pages);
        }

        @Override
        protected long start(int level, long key) {
            return descent.find(key, level);
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
}
