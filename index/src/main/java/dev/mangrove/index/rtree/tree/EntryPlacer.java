package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;

/**
 * Inserts entries into pages of a level: descends without latches, latches the page it reaches,
 * inserts the entry, and then enlarges every entry on the path up to cover it. Used by one thread.
 */
public final class EntryPlacer {
    /** Most levels of a tree: splits leave two entries at least, and no memory has 2^40 pages. */
    public static final int LEVELS = 40;

    private final RTree tree;
    private final NodeEditor editor;
    private final TreeLatches latches;
    private final Strategy strategy;
    private final NodeView view;
    private final EntryBlock choices = new EntryBlock();
    private final LevelWork[] work = new LevelWork[LEVELS];
    private final long[] path = new long[LEVELS];
    private final Overflows overflows;
    private final WaitLimit leafWait;
    private final WaitLimit wayWait;
    private boolean changing;

    EntryPlacer(RTree tree) {
        this.tree = tree;
        this.editor = tree.newEditor();
        this.latches = new TreeLatches(tree, editor);
        this.strategy = tree.newStrategy();
        this.view = tree.newView();
        this.leafWait = tree.newWait();
        this.wayWait = tree.newWait();
        this.overflows = new Overflows(this);
    }

    RTree tree() {
        return tree;
    }

    NodeEditor editor() {
        return editor;
    }

    TreeLatches latches() {
        return latches;
    }

    Strategy strategy() {
        return strategy;
    }

    Overflows overflows() {
        return overflows;
    }

    /** Pages of the last descent, by level. */
    long[] path() {
        return path;
    }

    boolean hasWork(int level) {
        return work[level] != null;
    }

    LevelWork work(int level) {
        LevelWork at = work[level];
        if (at == null) {
            at = new LevelWork(tree, LEVELS);
            work[level] = at;
        }
        return at;
    }

    /**
     * Inserts an object; the box's key has been set. If there is no memory for all pages that this
     * may need, it throws before it has changed anything.
     */
    void put(Box box, long id) {
        overflows.begin();
        LevelWork leaf = latchLeaf(box, id);
        boolean full = leaf.page.count() == tree.shape().fanout();
        if (full) {
            reserve(leaf.page);
        }
        leaf.added.set(box.minX, box.minY, box.maxX, box.maxY, box.key);
        changing = true;
        add(Node.LEAF, leaf.added, id);
        changing = false;
        if (full) {
            overflows.release();
        }
    }

    /** Reserves the pages that may be needed; unlatches the page if that fails. */
    private void reserve(NodeView page) {
        try {
            checkHeight();
            overflows.reserve();
        } catch (RuntimeException | Error e) {
            latches.unlatch(page);
            throw e;
        }
    }

    private void checkHeight() {
        if (latches.open(tree.anchor().root(), view) && view.level() + 2 >= LEVELS) {
            throw new IllegalStateException(
                    "the tree cannot grow: levels="
                            + (view.level() + 1)
                            + "; use a larger fan-out");
        }
    }

    private LevelWork latchLeaf(Box box, long id) {
        LevelWork leaf = work(Node.LEAF);
        leafWait.begin();
        // Ends: leafWait limits the time.
        while (true) {
            long pointer = descend(Node.LEAF, box, path, PagePointer.NULL, null);
            if (pointer != PagePointer.NULL && latches.latch(pointer, leaf.page)) {
                return leaf;
            }
            leafWait.pause(id, object -> "a leaf for object " + object);
        }
    }

    /** Whether {@link #put} has broken off half-way. */
    boolean isChanging() {
        return changing;
    }

    /** Adds an entry to the latched page of a level, and unlatches it. */
    void add(int level, Box box, long reference) {
        NodeView page = work(level).page;
        assert page.level() == level : "level=" + page.level() + ", expected=" + level;
        if (page.count() == tree.shape().fanout()) {
            overflows.add(level, box, reference);
            return;
        }
        append(page, level, box, reference);
        latches.unlatch(page);
        cover(level, page.pointer(), box, path);
    }

    /** Adds an entry to a latched page that has room. */
    void append(NodeView page, int level, Box box, long reference) {
        int slot = page.count();
        assert page.level() == level : "level=" + page.level() + ", expected=" + level;
        assert slot < tree.shape().fanout() : slot;
        editor.begin(page.base(), slot, slot + 1).entry(slot, box, reference).count(slot + 1);
        editor.commit();
        if (level == Node.LEAF) {
            placed(box, reference, page.pointer());
        }
        tree.host().work(Host.Work.ENTRY, 1);
    }

    /** Records in the directory where an object's entry is. */
    void placed(Box box, long id, long leaf) {
        tree.directory().place(id, box.minX, box.minY, box.maxX, box.maxY, leaf);
    }

    /**
     * Records in the directory that a new entry is in the page that is about to overflow, if that
     * is a leaf. The directory knows the page's other entries; those that leave it are recorded
     * next.
     */
    void placedFirst(int level, Box box, long reference, long page) {
        if (level == Node.LEAF) {
            placed(box, reference, page);
        }
    }

    /** Records in the directory that all entries of a block are in a page, if it is a leaf. */
    void placed(int level, EntryBlock block, long page) {
        for (int i = 0; level == Node.LEAF && i < block.size(); i++) {
            tree.directory()
                    .place(
                            block.reference(i),
                            block.minX(i),
                            block.minY(i),
                            block.maxX(i),
                            block.maxY(i),
                            page);
        }
    }

    /**
     * Descends to a page of a level.
     *
     * @param way set to the pages of the path, by level
     * @param avoided a page of that level whose rectangle is taken to be {@code instead}; not
     *     eligible if that is null
     * @return the page, or null if there is none
     */
    long descend(
            int level,
            Box box,
            long[] way,
            long avoided,
            @org.jspecify.annotations.Nullable Box instead) {
        long pointer = tree.anchor().root();
        wayWait.begin();
        // Ends: each valid step goes down a level, wayWait limits the restarts at the root, and an
        // invalid view means that a writer has changed the page.
        while (true) {
            if (!latches.open(pointer, view)) {
                wayWait.looked(pointer, page -> "a way past page " + PagePointer.toString(page));
                pointer = tree.anchor().root();
                continue;
            }
            int at = view.level();
            way[at] = pointer;
            if (at <= level) {
                return at == level ? pointer : PagePointer.NULL;
            }
            boolean parents = at == level + 1;
            long next = chooseInPlace(box, parents ? avoided : PagePointer.NULL, instead);
            if (next == PagePointer.NULL) {
                choices.clear();
                view.copyTo(choices);
                if (parents && avoided != PagePointer.NULL) {
                    disguise(avoided, instead);
                }
                int choice = strategy.choose(choices, box, at == 1);
                next = choice < 0 ? PagePointer.NULL : choices.reference(choice);
            }
            if (!view.isValid()) {
                continue;
            }
            tree.host().work(Host.Work.NODE, 1);
            if (next == PagePointer.NULL) {
                return PagePointer.NULL;
            }
            pointer = next;
        }
    }

    /**
     * A page of a level with the same parent as another, as {@link #descend} would choose it, if
     * one holds the box; else NULL.
     *
     * @param way set to the pages above the one that was found
     */
    long beside(
            int level,
            Box box,
            long[] way,
            long avoided,
            @org.jspecify.annotations.Nullable Box instead) {
        long parent = path[level + 1];
        if (parent == PagePointer.NULL
                || !latches.open(parent, view)
                || view.level() != level + 1) {
            return PagePointer.NULL;
        }
        long found = chooseInPlace(box, avoided, instead);
        if (!view.isValid()) {
            return PagePointer.NULL;
        }
        tree.host().work(Host.Work.NODE, 1);
        System.arraycopy(path, level + 1, way, level + 1, LEVELS - level - 1);
        return found;
    }

    /** The child to descend to, if it can be chosen without copying the entries; else NULL. */
    private long chooseInPlace(
            Box box, long avoided, @org.jspecify.annotations.Nullable Box instead) {
        int slot = strategy.chooseInPlace(view, box, avoided);
        if (slot == Node.NONE) {
            return PagePointer.NULL;
        }
        boolean stays =
                avoided != PagePointer.NULL
                        && instead != null
                        && instead.holds(box)
                        && instead.isSmallerThan(view, slot);
        return stays ? avoided : view.reference(slot);
    }

    private void disguise(long avoided, @org.jspecify.annotations.Nullable Box instead) {
        int i = choices.find(avoided);
        if (i >= 0) {
            choices.remove(i);
            if (instead != null) {
                choices.add(
                        instead.minX,
                        instead.minY,
                        instead.maxX,
                        instead.maxY,
                        avoided,
                        instead.key);
            }
        }
    }

    /**
     * Makes all entries above a page cover a box. It checks all of them up to the root, even if one
     * covers the box already: another writer may have enlarged that one and not yet those above.
     */
    void cover(int level, long page, Box box, long[] way) {
        long child = page;
        for (int at = level; tree.anchor().root() != child; at++) {
            if (way[at + 1] == PagePointer.NULL) {
                way[at + 1] = latches.knownParent(child);
            }
            if (isCovered(way[at + 1], child, box)) {
                child = way[at + 1];
                continue;
            }
            NodeView parent = work(at + 1).other;
            int slot = latches.latchParent(at, child, way, parent);
            if (slot < 0) {
                return; // It has become the root, or its entries have been moved.
            }
            assert parent.level() == at + 1 : "level=" + parent.level() + ", child's=" + at;
            if (!box.isCoveredBy(parent, slot)) {
                enlarge(parent, slot, box);
            }
            latches.unlatch(parent);
            child = parent.pointer();
        }
    }

    private boolean isCovered(long parent, long child, Box box) {
        if (parent == PagePointer.NULL || !latches.open(parent, view)) {
            return false;
        }
        int slot = view.level() == Node.LEAF ? Node.NONE : view.find(child);
        return slot != Node.NONE && box.isCoveredBy(view, slot) && view.isValid();
    }

    private void enlarge(NodeView parent, int slot, Box box) {
        editor.begin(parent.base(), slot, slot + 1)
                .entry(
                        slot,
                        Math.min(parent.minX(slot), box.minX),
                        Math.min(parent.minY(slot), box.minY),
                        Math.max(parent.maxX(slot), box.maxX),
                        Math.max(parent.maxY(slot), box.maxY),
                        parent.reference(slot),
                        Math.max(parent.key(slot), box.key))
                .commit();
    }
}
