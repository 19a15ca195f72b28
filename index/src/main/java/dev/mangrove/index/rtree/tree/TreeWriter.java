package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/**
 * Changes objects of a tree, for one thread of its server. The caller has checked the borders, and
 * the lengths of payloads.
 *
 * <p>A payload lies in an extent that the directory names. The writer stores it before it claims
 * the object and reserves room in the directory before it changes anything, so that without memory
 * nothing has changed. It publishes the extent at the end of the change and then frees the one
 * before. A thread that reads a payload holds the claim, too: it never sees the object without its
 * payload, nor an extent that is freed.
 */
public final class TreeWriter {
    private final RTree tree;
    private final IdDirectory directory;
    private final EntryPlacer placement;
    private final NodeEditor editor;
    private final TreeLatches latches;
    private final Box box = new Box();
    private final Box before = new Box();
    private final int fewest;
    private final WaitLimit wait;
    private final @Nullable Extents extents;
    private boolean changing;

    /** Extent of the payload of the current change, which the directory does not name yet. */
    private long stored = ExtentPointer.NULL;

    public TreeWriter(RTree tree) {
        this.tree = tree;
        this.directory = tree.directory();
        this.placement = new EntryPlacer(tree);
        this.editor = placement.editor();
        this.latches = placement.latches();
        this.wait = tree.newWait();
        this.extents = tree.payloads();
        this.fewest = Strategy.fewest(tree.shape().fanout());
    }

    /** Adds an object with a payload; false if there is one of that id, which stays as it is. */
    public boolean insert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        store(payload);
        try {
            return insert(id, minX, minY, maxX, maxY);
        } finally {
            discard();
        }
    }

    /** Adds an object; false if there is one of that id, which stays as it is. */
    public boolean insert(long id, double minX, double minY, double maxX, double maxY) {
        claim(id);
        try {
            set(minX, minY, maxX, maxY);
            return insertClaimed(id);
        } catch (RuntimeException | Error e) {
            brokeOff(e);
            throw e;
        } finally {
            directory.unclaim(id);
        }
    }

    private boolean insertClaimed(long id) {
        if (directory.find(id) != PagePointer.NULL) {
            return false;
        }
        directory.makeRoom(id);
        reserve(id);
        placement.put(box, id);
        publish(id);
        return true;
    }

    /**
     * Moves an object, or adds it if there is none of that id, and gives it a payload; whether it
     * is new.
     */
    public boolean upsert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        store(payload);
        try {
            return upsert(id, minX, minY, maxX, maxY);
        } finally {
            discard();
        }
    }

    /** Moves an object, or adds it if there is none of that id; whether it did the latter. */
    public boolean upsert(long id, double minX, double minY, double maxX, double maxY) {
        claim(id);
        try {
            set(minX, minY, maxX, maxY);
            reserve(id);
            if (!updateClaimed(id)) {
                return insertClaimed(id);
            }
            publish(id);
            return false;
        } catch (RuntimeException | Error e) {
            brokeOff(e);
            throw e;
        } finally {
            directory.unclaim(id);
        }
    }

    /** Gives an object a payload, or takes it away if it is null; false if there is no object. */
    public boolean setPayload(long id, byte @Nullable [] payload) {
        if (payload != null) {
            store(payload);
        }
        try {
            claim(id);
            try {
                return setClaimed(id, payload != null);
            } finally {
                directory.unclaim(id);
            }
        } finally {
            discard();
        }
    }

    private boolean setClaimed(long id, boolean some) {
        if (directory.find(id) == PagePointer.NULL) {
            return false;
        }
        if (some) {
            reserve(id);
            publish(id);
        } else {
            dropPayload(id);
        }
        return true;
    }

    /** The payload of an object; null if it has none, or if there is no object of that id. */
    public byte @Nullable [] payload(long id) {
        claim(id);
        try {
            long extent = directory.payload(id);
            return extent == ExtentPointer.NULL ? null : extents().load(extent);
        } finally {
            directory.unclaim(id);
        }
    }

    /** Stores the payload of the change that follows; {@link #discard} must come at its end. */
    private void store(byte[] payload) {
        assert stored == ExtentPointer.NULL : "the last payload was not discarded";
        tree.checkUsable();
        stored = extents().store(payload);
    }

    /** Reserves room for the stored payload, if there is one, in the directory. */
    private void reserve(long id) {
        if (stored != ExtentPointer.NULL) {
            directory.makePayloadRoom(id);
        }
    }

    /** Gives a claimed object the stored payload, if there is one, and frees the one before. */
    private void publish(long id) {
        if (stored != ExtentPointer.NULL) {
            long extent = stored;
            stored = ExtentPointer.NULL;
            extents().free(directory.putPayload(id, extent));
        }
    }

    /** Frees the payload of a claimed object, if it has one. */
    private void dropPayload(long id) {
        long before = directory.removePayload(id);
        if (before != ExtentPointer.NULL) {
            extents().free(before);
        }
    }

    /** Frees the stored payload, unless it was published. */
    private void discard() {
        long extent = stored;
        stored = ExtentPointer.NULL;
        if (extent != ExtentPointer.NULL) {
            extents().free(extent);
        }
    }

    private Extents extents() {
        return Objects.requireNonNull(extents, "the tree has no memory for payloads");
    }

    /** Whether there is an object of an id; if so, {@link #found} is its rectangle. */
    public boolean get(long id) {
        claim(id);
        try {
            NodeView page = latchLeaf(id);
            if (page == null) {
                return false;
            }
            int slot = page.find(id);
            box.set(
                    page.minX(slot),
                    page.minY(slot),
                    page.maxX(slot),
                    page.maxY(slot),
                    page.key(slot));
            latches.unlatch(page);
            return true;
        } finally {
            directory.unclaim(id);
        }
    }

    /** The rectangle that the last {@link #get} has found. */
    public Box found() {
        return box;
    }

    public boolean delete(long id) {
        claim(id);
        try {
            NodeView page = latchLeaf(id);
            if (page == null) {
                return false;
            }
            changing = true;
            int slot = page.find(id);
            assert slot != Node.NONE : "id=" + id;
            directory.remove(id);
            tree.anchor().leaving();
            takeOut(page, slot, 0);
            tree.anchor().haveLeft();
            changing = false;
            dropPayload(id);
            return true;
        } catch (RuntimeException | Error e) {
            brokeOff(e);
            throw e;
        } finally {
            directory.unclaim(id);
        }
    }

    /**
     * If the leaf's rectangle covers the new one, the entry changes in the leaf. Otherwise the
     * writer inserts the object at its new place, and then removes its old entry as moved.
     */
    public boolean update(long id, double minX, double minY, double maxX, double maxY) {
        claim(id);
        try {
            set(minX, minY, maxX, maxY);
            return updateClaimed(id);
        } catch (RuntimeException | Error e) {
            brokeOff(e);
            throw e;
        } finally {
            directory.unclaim(id);
        }
    }

    private boolean updateClaimed(long id) {
        NodeView page = latchLeaf(id);
        if (page == null) {
            return false;
        }
        changing = true;
        boolean changed = changeInPlace(page, page.find(id), id);
        changing = false;
        if (!changed) {
            move(id);
        }
        return true;
    }

    /**
     * Claims an object. A change of it that broke off before has marked the tree as damaged before
     * it gave the claim back, so the second look finds that.
     */
    private void claim(long id) {
        tree.checkUsable();
        tree.host().work(Host.Work.CHANGE, 1);
        directory.claim(id);
        try {
            tree.checkUsable();
        } catch (TreeEndedException e) {
            directory.unclaim(id);
            throw e;
        }
    }

    /** Moves an object to another leaf; without memory for that, the object stays where it is. */
    private void move(long id) {
        tree.anchor().leaving();
        directory.beginMove(id, box.minX, box.minY, box.maxX, box.maxY);
        try {
            placement.put(box, id);
        } catch (RuntimeException | Error e) {
            if (!placement.isChanging()) {
                directory.cancelMove(id);
                tree.anchor().haveLeft();
                RareBranch.MOVE_CANCELLED.taken();
            }
            throw e;
        }
        changing = true;
        takeOutOld(id);
        tree.anchor().haveLeft();
        directory.endMove(id);
        changing = false;
    }

    /**
     * Marks the tree as damaged, unless the exception came before the change began or after it
     * ended. Takes back a change of a page that was under way, for which searches would wait.
     */
    private void brokeOff(Throwable cause) {
        if (changing || placement.isChanging()) {
            try {
                editor.abort();
            } catch (RuntimeException | Error e) {
                cause.addSuppressed(e);
            }
            tree.damaged(cause);
        }
    }

    private void set(double minX, double minY, double maxX, double maxY) {
        double left = Node.plain(minX);
        double lower = Node.plain(minY);
        double right = Node.plain(maxX);
        double upper = Node.plain(maxY);
        box.set(left, lower, right, upper, placement.strategy().key(left, lower, right, upper));
    }

    /** Latches the leaf of an object whose claim this thread holds; null if it is absent. */
    private @Nullable NodeView latchLeaf(long id) {
        NodeView page = placement.work(Node.LEAF).page;
        wait.begin();
        // Ends: wait limits the time.
        while (true) {
            long leaf = directory.find(id);
            if (leaf == PagePointer.NULL) {
                return null;
            }
            tree.host().work(Host.Work.NODE, 1);
            if (latches.latch(leaf, page) && holds(page, id)) {
                return page;
            }
            RareBranch.OBJECT_MOVED_MEANWHILE.taken();
            wait.pause(id, TreeWriter::leafOf);
        }
    }

    /** Whether a latched leaf has an object; unlatches the leaf if not, or if the look throws. */
    private boolean holds(NodeView page, long id) {
        boolean found = false;
        try {
            found = page.find(id) != Node.NONE;
        } finally {
            if (!found) {
                latches.unlatch(page);
            }
        }
        return found;
    }

    /**
     * Changes an entry of a latched leaf if the leaf need not grow, and unlatches the leaf. Then
     * covers the new rectangle up to the root: entries above may be too small, because the writer
     * of another entry of the leaf may not have covered that one yet.
     */
    private boolean changeInPlace(NodeView page, int slot, long id) {
        boolean fits = box.isEqualTo(page, slot) || isWithin(before.around(page), box);
        if (fits) {
            editor.begin(page.base(), slot, slot + 1).entry(slot, box, id).commit();
        }
        latches.unlatch(page);
        if (fits) {
            Arrays.fill(placement.path(), PagePointer.NULL);
            placement.cover(Node.LEAF, page.pointer(), box, placement.path());
        }
        return fits;
    }

    private static boolean isWithin(Box outer, Box inner) {
        return outer.minX <= inner.minX
                && outer.minY <= inner.minY
                && outer.maxX >= inner.maxX
                && outer.maxY >= inner.maxY
                && outer.key >= inner.key;
    }

    private void takeOutOld(long id) {
        NodeView page = placement.work(Node.LEAF).page;
        wait.begin();
        // Ends: wait limits the time.
        while (true) {
            long leaf = directory.find(id);
            if (!latches.latch(leaf, page)) {
                wait.pause(id, TreeWriter::leafOf);
                continue;
            }
            for (int slot = 0; slot < page.count(); slot++) {
                if (page.reference(slot) == id && !box.isEqualTo(page, slot)) {
                    takeOut(page, slot, tree.anchor().nextSequence());
                    return;
                }
            }
            latches.unlatch(page);
            wait.looked(id, TreeWriter::leafOf);
        }
    }

    private static String leafOf(long id) {
        return "the leaf of object " + id;
    }

    /**
     * Removes an entry from a latched leaf, and unlatches the leaf.
     *
     * @param moved sequence of the object's move; 0 for a deletion
     */
    private void takeOut(NodeView page, int slot, long moved) {
        before.around(page);
        remove(page, slot, moved);
        latches.refresh(page);
        Arrays.fill(placement.path(), PagePointer.NULL);
        condense(Node.LEAF);
    }

    private void remove(NodeView page, int slot, long moved) {
        int last = page.count() - 1;
        assert slot >= 0 && slot <= last : "slot=" + slot + ", last=" + last;
        editor.begin(page.base(), slot, last + 1);
        if (slot != last) {
            editor.copy(last, slot);
        }
        editor.count(last).hides(moved).commit();
    }

    /**
     * Dissolves the latched page of a level if it has become sparse, shrinks its parent's entry,
     * and unlatches it.
     */
    private void condense(int level) {
        NodeView page = placement.work(level).page;
        if (tree.anchor().root() == page.pointer()) {
            collapse(page);
            return;
        }
        if (page.count() < fewest) {
            placement.overflows().evacuation().clear(level);
        }
        if (page.count() == 0) {
            unlink(level);
            return;
        }
        Box now = placement.work(level).rest.around(page);
        if (isWithin(now, before)) {
            latches.unlatch(page);
        } else {
            placement.overflows().evacuation().tighten(level);
        }
    }

    /**
     * Replaces a root with one child by that child, and an empty root by a leaf, whose page is
     * reserved.
     */
    private void collapse(NodeView root) {
        if (root.level() == Node.LEAF || root.count() > 1) {
            latches.unlatch(root);
            return;
        }
        tree.anchor().root(root.count() == 1 ? root.reference(0) : newLeaf());
        kill(root);
    }

    private long newLeaf() {
        long leaf = tree.pages().takeForRoot();
        editor.create(RTree.offset(leaf), leaf, Node.LEAF, new EntryBlock(), null, false);
        return leaf;
    }

    /**
     * Removes the entry of an empty page from its parent, which takes over the page's {@code
     * moved}, because searches no longer reach the page.
     */
    private void unlink(int level) {
        NodeView page = placement.work(level).page;
        NodeView parent = placement.work(level + 1).page;
        int slot = latches.latchParent(level, page.pointer(), placement.path(), parent);
        if (slot < 0) {
            collapse(page); // The page has become the root.
            return;
        }
        assert page.count() == 0 && parent.level() == level + 1 : "level=" + parent.level();
        before.around(parent);
        remove(parent, slot, page.moved());
        latches.refresh(parent);
        kill(page);
        condense(level + 1);
    }

    /**
     * Marks a page as dead. Its latch is never released, so that no thread with a stale pointer
     * acquires it.
     */
    private void kill(NodeView page) {
        editor.kill(page.base());
        tree.pages().free(page.pointer());
    }
}
