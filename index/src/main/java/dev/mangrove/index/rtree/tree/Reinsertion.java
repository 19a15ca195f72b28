package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.geometry.DistanceRank;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;

/**
 * Reinserts entries of a page: some of a full page, as R* does, or all of a sparse one. It first
 * inserts each entry at its new place and covers it up to the root; then one change removes them
 * all from the old page, which stores the sequence as {@code moved}. An entry stays if its object
 * or the target page is locked. Used by one thread.
 */
final class Reinsertion {
    /** Source: Beckmann et al., R*-tree, section 4.3: p = 30 % of the entries. */
    private static final double REINSERTED_SHARE = 0.3;

    private final EntryPlacer placement;
    private final RTree tree;
    private final NodeEditor editor;
    private final TreeLatches latches;

    Reinsertion(EntryPlacer placement) {
        this.placement = placement;
        this.tree = placement.tree();
        this.editor = placement.editor();
        this.latches = placement.latches();
    }

    /**
     * Adds an entry to the latched, full page of a level after reinserting the entries furthest
     * from its centre. Unlatches the page; or returns false, if no entry could be moved.
     */
    boolean makeRoom(int level, Box box, long reference) {
        LevelWork work = placement.work(level);
        EntryBlock all = work.entries.clear();
        work.page.copyTo(all);
        Overflows.add(all, box, reference);
        sortByDistance(work, all);
        int going = Math.max(1, (int) (REINSERTED_SHARE * tree.shape().fanout()));
        int staying = all.size() - going;
        work.rest.clear().add(all, 0, staying);
        tree.anchor().leaving();
        int gone = 0;
        for (int i = 0; i < all.size(); i++) {
            work.gone[i] =
                    i >= staying
                            && moveAway(level, all, i, all.reference(i) != reference, work.rest);
            if (work.gone[i]) {
                gone++;
            } else if (i >= staying) {
                // Later entries must see the page as it will be: else they go to neighbours, which
                // grow into what the page keeps.
                work.rest.add(all, i, i + 1);
            }
        }
        if (gone == 0) {
            tree.anchor().haveLeft();
            return false;
        }
        leave(level, all);
        tree.anchor().haveLeft();
        int added = work.left.find(box, reference);
        if (added >= 0 && level == Node.LEAF) {
            placement.placed(box, reference, work.page.pointer());
        }
        tighten(level);
        if (added >= 0) {
            placement.cover(level, work.page.pointer(), box, placement.path());
        }
        return true;
    }

    /** Reinserts all entries of the latched page, as far as possible; the page stays latched. */
    void clear(int level) {
        LevelWork work = placement.work(level);
        EntryBlock all = work.entries.clear();
        work.page.copyTo(all);
        tree.anchor().leaving();
        int gone = 0;
        for (int i = 0; i < all.size(); i++) {
            work.gone[i] = moveAway(level, all, i, true, null);
            gone += work.gone[i] ? 1 : 0;
        }
        if (gone > 0) {
            leave(level, all);
            latches.refresh(work.page);
        }
        tree.anchor().haveLeft();
    }

    /** Sorts entries by the distance of their centre from the page's, nearest first. */
    private static void sortByDistance(LevelWork work, EntryBlock all) {
        Box box = work.rest.clear().add(all, 0, all.size());
        double x = box.minX / 2 + box.maxX / 2;
        double y = box.minY / 2 + box.maxY / 2;
        for (int i = 0; i < all.size(); i++) {
            double centreX = all.minX(i) / 2 + all.maxX(i) / 2;
            double centreY = all.minY(i) / 2 + all.maxY(i) / 2;
            work.distances[i] = DistanceRank.of(x, y, centreX, centreX, centreY, centreY);
        }
        all.sortBy(work.distances);
    }

    /**
     * Moves an entry to another page.
     *
     * @param foreign whether the caller does not hold the claim of the entry's object yet
     * @param rest bounding box of the page without the entries that may still be moved; null if the
     *     page must not be chosen at all
     */
    private boolean moveAway(
            int level,
            EntryBlock all,
            int i,
            boolean foreign,
            @org.jspecify.annotations.Nullable Box rest) {
        LevelWork work = placement.work(level);
        long reference = all.reference(i);
        boolean claims = level == Node.LEAF && foreign;
        if (claims && !tree.directory().tryClaim(reference)) {
            return false;
        }
        Box box = work.candidate.clear().add(all, i, i + 1);
        long own = work.page.pointer();
        long pointer = placement.beside(level, box, work.otherPath, own, rest);
        if (pointer == PagePointer.NULL) {
            pointer = placement.descend(level, box, work.otherPath, own, rest);
        }
        boolean moved =
                pointer != PagePointer.NULL
                        && pointer != own
                        && putInto(level, pointer, box, reference);
        if (claims && !moved) {
            tree.directory().unclaim(reference);
        }
        work.claimed[i] = claims;
        return moved;
    }

    private boolean putInto(int level, long pointer, Box box, long reference) {
        LevelWork work = placement.work(level);
        NodeView target = work.neighbour;
        if (!latches.tryLatch(pointer, target)) {
            return false;
        }
        boolean room = target.level() == level && target.count() < tree.shape().fanout();
        if (room) {
            placement.append(target, level, box, reference);
        }
        latches.unlatch(target);
        if (room) {
            placement.cover(level, pointer, box, work.otherPath);
        }
        return room;
    }

    /**
     * Removes the moved entries from the page, stores the sequence of the move, and releases the
     * claims of their objects.
     */
    private void leave(int level, EntryBlock all) {
        LevelWork work = placement.work(level);
        work.left.clear();
        for (int i = 0; i < all.size(); i++) {
            if (!work.gone[i]) {
                work.left.add(all, i);
            }
        }
        assert work.left.size() <= tree.shape().fanout() && work.left.size() < all.size()
                : "stay=" + work.left.size() + ", all=" + all.size();
        long now = tree.anchor().nextSequence();
        editor.begin(work.page.base(), 0, tree.shape().fanout())
                .entries(work.left)
                .moved(now)
                .commit();
        for (int i = 0; i < all.size(); i++) {
            if (work.gone[i] && work.claimed[i]) {
                tree.directory().unclaim(all.reference(i));
            }
        }
    }

    /** Sets the parent's entry to the bounding box of the latched page; unlatches it. */
    void tighten(int level) {
        LevelWork work = placement.work(level);
        latches.refresh(work.page);
        NodeView parent = placement.work(level + 1).other;
        int slot = latches.latchParent(level, work.page.pointer(), placement.path(), parent);
        if (slot >= 0) {
            work.candidate.around(work.page);
            if (!work.candidate.isEqualTo(parent, slot)) {
                editor.begin(parent.base(), slot, slot + 1)
                        .entry(slot, work.candidate, work.page.pointer())
                        .hides(work.page.moved())
                        .commit();
            }
            latches.unlatch(parent);
        }
        latches.unlatch(work.page);
    }
}
