package dev.mangrove.index.rtree.tree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.WaitLimit;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Changes objects of a tree, for one thread of its server. The caller has checked the borders, and
 * the lengths of payloads.
 */
public final class TreeWriter {
    private final RTree tree;
    private final IdDirectory directory;
    private final EntryPlacer placement;
    private final NodeEditor editor;
    private final TreeLatches latches;
    private final Box box = new Box();
    private final Box before = new Box();
    private final WaitLimit wait;
    private final EntryRemover removal;
    private final StoredPayload stored;
    private boolean changing;

    public TreeWriter(RTree tree) {
        this.tree = tree;
        this.directory = tree.directory();
        this.placement = new EntryPlacer(tree);
        this.editor = placement.editor();
        this.latches = placement.latches();
        this.wait = tree.newWait();
        this.removal = new EntryRemover(tree, placement);
        this.stored = new StoredPayload(tree);
    }

    /** Adds an object with a payload; false if there is one of that id, which stays as it is. */
    public boolean insert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        stored.store(payload);
        try {
            return insert(id, minX, minY, maxX, maxY);
        } finally {
            stored.discard();
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
        stored.reserve(id);
        placement.put(box, id);
        stored.publish(id);
        return true;
    }

    /**
     * Moves an object, or adds it if there is none of that id, and gives it a payload; whether it
     * is new.
     */
    public boolean upsert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        stored.store(payload);
        try {
            return upsert(id, minX, minY, maxX, maxY);
        } finally {
            stored.discard();
        }
    }

    /** Moves an object, or adds it if there is none of that id; whether it did the latter. */
    public boolean upsert(long id, double minX, double minY, double maxX, double maxY) {
        claim(id);
        try {
            set(minX, minY, maxX, maxY);
            stored.reserve(id);
            if (!updateClaimed(id)) {
                return insertClaimed(id);
            }
            stored.publish(id);
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
            stored.store(payload);
        }
        try {
            claim(id);
            try {
                return setClaimed(id, payload != null);
            } finally {
                directory.unclaim(id);
            }
        } finally {
            stored.discard();
        }
    }

    private boolean setClaimed(long id, boolean some) {
        if (directory.find(id) == PagePointer.NULL) {
            return false;
        }
        if (some) {
            stored.reserve(id);
            stored.publish(id);
        } else {
            stored.drop(id);
        }
        return true;
    }

    /** The payload of an object; null if it has none, or if there is no object of that id. */
    public byte @Nullable [] payload(long id) {
        claim(id);
        try {
            long extent = directory.payload(id);
            return extent == ExtentPointer.NULL ? null : stored.load(extent);
        } finally {
            directory.unclaim(id);
        }
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
            removal.takeOut(page, slot, 0);
            tree.anchor().haveLeft();
            changing = false;
            stored.drop(id);
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
        boolean fits = box.isEqualTo(page, slot) || before.around(page).covers(box);
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
                    removal.takeOut(page, slot, tree.anchor().nextSequence());
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
}
