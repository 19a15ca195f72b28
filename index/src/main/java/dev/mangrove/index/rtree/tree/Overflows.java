package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;

/** Insertion of an entry into a full page. Used by one thread. */
public final class Overflows {
    private final EntryPlacer placement;
    private final RTree tree;
    private final NodeEditor editor;
    private final TreeLatches latches;
    private final Reinsertion evacuation;
    private final HilbertSharing sharing;
    private int pagesLeft;

    Overflows(EntryPlacer placement) {
        this.placement = placement;
        this.tree = placement.tree();
        this.editor = placement.editor();
        this.latches = placement.latches();
        this.evacuation = new Reinsertion(placement);
        this.sharing = new HilbertSharing(placement);
    }

    Reinsertion evacuation() {
        return evacuation;
    }

    /** Begins the insertion of an object, in which each level may reinsert once. */
    void begin() {
        for (int level = 0; level < EntryPlacer.LEVELS; level++) {
            if (placement.hasWork(level)) {
                placement.work(level).reinserted = false;
            }
        }
    }

    /** Reserves the pages that an insertion into a full page may need, or throws. */
    void reserve() {
        tree.pages().promise();
        pagesLeft = PageReserve.PER_CHANGE;
    }

    /** Releases the reserved pages that were not needed. */
    void release() {
        tree.pages().release(pagesLeft);
        pagesLeft = 0;
    }

    /** Takes one of the reserved pages. */
    long takePage() {
        if (pagesLeft == 0) {
            throw new IllegalStateException("no page was reserved for this change");
        }
        pagesLeft--;
        return tree.pages().take();
    }

    /** Adds an entry to the latched, full page of a level, and unlatches it. */
    void add(int level, Box box, long reference) {
        LevelWork work = placement.work(level);
        boolean root = tree.anchor().root() == work.page.pointer();
        Strategy.Overflow way = placement.strategy().overflow();
        if (!root && way == Strategy.Overflow.REINSERT && !work.reinserted) {
            work.reinserted = true;
            if (evacuation.makeRoom(level, box, reference)) {
                return;
            }
        }
        if (!root && way == Strategy.Overflow.SHARE && sharing.add(level, box, reference)) {
            return;
        }
        split(level, box, reference);
    }

    /**
     * Splits the latched page, by the steps in the head of {@link dev.mangrove.index.rtree}: the
     * new page, the change of the old one, the parent, the sequence.
     */
    private void split(int level, Box box, long reference) {
        LevelWork work = placement.work(level);
        NodeView page = work.page;
        EntryBlock all = work.entries.clear();
        page.copyTo(all);
        all.add(box.minX, box.minY, box.maxX, box.maxY, reference, box.key);
        int end = placement.strategy().split(all);
        assert all.size() == page.count() + 1 && end > 0 && end < all.size() : end;
        work.left.clear().addAll(all, 0, end);
        work.right.clear().addAll(all, end, all.size());
        work.leftBox.clear().add(work.left, 0, work.left.size());
        work.rightBox.clear().add(work.right, 0, work.right.size());
        assert page.level() == level && !page.isSplitting() : "level=" + page.level();
        long right = takePage();
        long rightBase = RTree.offset(right);
        editor.create(rightBase, right, level, work.right, page, true);
        placement.placedFirst(level, box, reference, page.pointer());
        placement.placed(level, work.right, right);
        editor.begin(page.base(), 0, page.count()).entries(work.left).splitTo(right).commit();
        post(level, page.pointer(), right);
        long now = tree.anchor().nextSequence();
        editor.begin(page.base(), 0, 0).posted(now).commit();
        latches.unlatch(page);
        editor.unlatch(rightBase);
    }

    /** Adds the right page's entry to the level above. */
    private void post(int level, long left, long right) {
        LevelWork work = placement.work(level);
        NodeView parent = placement.work(level + 1).page;
        int slot = latches.latchParent(level, left, placement.path(), parent);
        if (slot == TreeLatches.ROOT) {
            grow(level, left, right);
            return;
        }
        if (slot < 0) {
            throw new IllegalStateException(
                    "the parent of a latched page was not found: page="
                            + PagePointer.toString(left));
        }
        assert parent.level() == level + 1 : "level=" + parent.level() + ", child's=" + level;
        if (parent.count() < tree.shape().fanout()) {
            editor.begin(parent.base(), slot, parent.count() + 1)
                    .entry(slot, work.leftBox, left)
                    .entry(parent.count(), work.rightBox, right)
                    .count(parent.count() + 1)
                    .hides(work.page.moved())
                    .commit();
            latches.unlatch(parent);
        } else {
            Box added = placement.work(level + 1).added;
            added.clear().add(work.rightBox);
            placement.add(level + 1, added, right);
            shrink(level, left);
        }
        placement.cover(level, left, work.leftBox, placement.path());
        placement.cover(level, right, work.rightBox, placement.path());
    }

    /** Shrinks the left page's entry, now that the right page has its own. */
    private void shrink(int level, long left) {
        NodeView parent = placement.work(level + 1).page;
        int slot = latches.latchParent(level, left, placement.path(), parent);
        if (slot >= 0) {
            editor.begin(parent.base(), slot, slot + 1)
                    .entry(slot, placement.work(level).leftBox, left)
                    .hides(placement.work(level).page.moved())
                    .commit();
            latches.unlatch(parent);
        }
    }

    /** Creates a new root above two pages. */
    private void grow(int level, long left, long right) {
        LevelWork work = placement.work(level);
        long root = takePage();
        EntryBlock two = placement.work(level + 1).entries.clear();
        add(two, work.leftBox, left);
        add(two, work.rightBox, right);
        editor.create(RTree.offset(root), root, level + 1, two, null, false);
        tree.anchor().root(root);
        placement.path()[level + 1] = root;
    }

    public static void add(EntryBlock block, Box box, long reference) {
        block.add(box.minX, box.minY, box.maxX, box.maxY, reference, box.key);
    }
}
