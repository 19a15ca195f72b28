package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;

/**
 * Overflow of pages of a Hilbert R-tree: a full page gives entries to its neighbour in key order;
 * if that is full as well, the two are split into three. The writer holds the latches of all these
 * pages and of their parent until it is done. It first inserts the entries at their new place and
 * updates the parent; then it removes them from the old page, which stores the sequence as {@code
 * moved}. Used by one thread.
 */
final class HilbertSharing {
    private final EntryPlacer placement;
    private final RTree tree;
    private final NodeEditor editor;
    private final TreeLatches latches;

    HilbertSharing(EntryPlacer placement) {
        this.placement = placement;
        this.tree = placement.tree();
        this.editor = placement.editor();
        this.latches = placement.latches();
    }

    /**
     * Adds an entry to the latched, full page of a level, and unlatches it; false if no neighbour
     * is available.
     */
    boolean add(int level, Box box, long reference) {
        LevelWork work = placement.work(level);
        NodeView page = work.page;
        NodeView parent = placement.work(level + 1).page;
        int slot = latches.latchParent(level, page.pointer(), placement.path(), parent);
        if (slot < 0) {
            return false;
        }
        assert parent.level() == level + 1 : "level=" + parent.level() + ", child's=" + level;
        int beside = neighbourOf(parent, slot);
        assert beside != slot : slot;
        if (beside < 0 || !latches.tryLatch(parent.reference(beside), work.neighbour)) {
            latches.unlatch(parent);
            return false;
        }
        boolean before = parent.key(beside) < parent.key(slot);
        EntryBlock own = work.left.clear();
        page.copyTo(own);
        Overflows.add(own, box, reference);
        own.sortByKey();
        placement.placedFirst(level, box, reference, page.pointer());
        tree.anchor().leaving();
        long other =
                work.neighbour.count() < tree.shape().fanout()
                        ? shareWithOne(level, slot, beside, before)
                        : shareWithNew(level, before);
        tree.anchor().haveLeft();
        long holder = work.right.find(box, reference) >= 0 ? page.pointer() : other;
        placement.cover(level, holder, box, placement.path());
        return true;
    }

    /** The next page in key order, or the one before if there is none. */
    private static int neighbourOf(NodeView parent, int slot) {
        int next = Node.NONE;
        int previous = Node.NONE;
        for (int i = 0; i < parent.count(); i++) {
            boolean after =
                    parent.key(i) > parent.key(slot)
                            || (parent.key(i) == parent.key(slot) && i > slot);
            if (i == slot) {
                continue;
            }
            if (after && (next < 0 || parent.key(i) < parent.key(next))) {
                next = i;
            }
            if (!after && (previous < 0 || parent.key(i) > parent.key(previous))) {
                previous = i;
            }
        }
        return next >= 0 ? next : previous;
    }

    /** Moves entries to the neighbour until both have the same number; returns the neighbour. */
    private long shareWithOne(int level, int slot, int beside, boolean before) {
        LevelWork work = placement.work(level);
        NodeView parent = placement.work(level + 1).page;
        NodeView neighbour = work.neighbour;
        assert neighbour.level() == level : "level=" + neighbour.level() + ", expected=" + level;
        int keeps = (work.left.size() + neighbour.count() + 1) / 2;
        EntryBlock given = work.middle.clear();
        EntryBlock kept = work.right.clear();
        separate(work.left, keeps, before, kept, given);
        work.middleBox.around(neighbour).add(given, 0, given.size());
        set(parent, beside, work.middleBox, neighbour.pointer(), neighbour.moved());
        editor.begin(neighbour.base(), neighbour.count(), neighbour.count() + given.size());
        for (int i = 0; i < given.size(); i++) {
            editor.entry(neighbour.count() + i, given, i);
        }
        editor.count(neighbour.count() + given.size()).commit();
        long now = leave(work.page, kept);
        placement.placed(level, given, neighbour.pointer());
        work.leftBox.clear().add(kept, 0, kept.size());
        set(parent, slot, work.leftBox, work.page.pointer(), now);
        latches.unlatch(parent);
        latches.unlatch(neighbour);
        latches.unlatch(work.page);
        return neighbour.pointer();
    }

    /** Creates a page from the last entries of the one and the first of the other; returns it. */
    private long shareWithNew(int level, boolean before) {
        LevelWork work = placement.work(level);
        NodeView neighbour = work.neighbour;
        EntryBlock others = work.entries.clear();
        neighbour.copyTo(others);
        others.sortByKey();
        int third = (work.left.size() + others.size()) / 3;
        EntryBlock given = work.middle.clear();
        EntryBlock kept = work.right.clear();
        EntryBlock keptBeside = work.keptBeside.clear();
        separate(work.left, third, before, kept, given);
        separate(others, third, !before, keptBeside, given);
        long fresh = placement.overflows().takePage();
        editor.create(RTree.offset(fresh), fresh, level, given, null, true);
        Box added = placement.work(level + 1).added;
        added.clear().add(given, 0, given.size());
        placement.add(level + 1, added, fresh);
        long _ = leave(work.page, kept);
        long _ = leave(neighbour, keptBeside);
        placement.placed(level, given, fresh);
        tighten(level, neighbour);
        tighten(level, work.page);
        editor.unlatch(RTree.offset(fresh));
        return fresh;
    }

    /** Keeps a number of entries, those with the largest or those with the smallest keys. */
    private static void separate(
            EntryBlock from, int keeps, boolean largest, EntryBlock kept, EntryBlock given) {
        int size = from.size();
        kept.addAll(from, largest ? size - keeps : 0, largest ? size : keeps);
        given.addAll(from, largest ? 0 : keeps, largest ? size - keeps : size);
    }

    /** Keeps entries in a page, removes the others, and stores the sequence of their move. */
    private long leave(NodeView page, EntryBlock kept) {
        long now = tree.anchor().nextSequence();
        editor.begin(page.base(), 0, tree.shape().fanout()).entries(kept).moved(now).commit();
        return now;
    }

    /** Sets the parent's entry to the bounding box of a latched page; unlatches the page. */
    private void tighten(int level, NodeView page) {
        LevelWork work = placement.work(level);
        NodeView parent = placement.work(level + 1).other;
        latches.refresh(page);
        int slot = latches.latchParent(level, page.pointer(), placement.path(), parent);
        if (slot >= 0) {
            set(parent, slot, work.leftBox.around(page), page.pointer(), page.moved());
            latches.unlatch(parent);
        }
        latches.unlatch(page);
    }

    private void set(NodeView parent, int slot, Box box, long child, long moved) {
        editor.begin(parent.base(), slot, slot + 1).entry(slot, box, child).hides(moved).commit();
    }
}
