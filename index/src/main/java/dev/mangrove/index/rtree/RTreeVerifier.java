package dev.mangrove.index.rtree;

import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.bytes.ExtentPointer;
import dev.mangrove.index.page.bytes.ExtentSpace;
import dev.mangrove.index.page.bytes.Extents;
import dev.mangrove.index.rtree.geometry.Areas;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.search.IdSet;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.rtree.tree.TreeLatches;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a whole tree at its server, while no thread changes it, and checks its invariants: levels,
 * that entries cover their children, that the directory has the leaf of each object, that no other
 * page is allocated, that each payload is sound and belongs to an object, and that no other extent
 * is allocated. It needs no memory in proportion to the tree: an object in two leaves is in one
 * that the directory does not name, and an object that is reached by two paths makes the count of
 * objects differ from the directory's.
 */
final class RTreeVerifier {
    /** Chosen: enough to recognize the kind of damage. */
    private static final int MOST_FAULTS = 10;

    /** Scale of areas, so that sums over all pages stay finite. */
    private static final double SHARE = 0x1p-100;

    private static final int ANCHOR_PAGES = 1;

    private final RTree tree;
    private final TreeLatches latches;
    private final List<String> faults = new ArrayList<>();
    private final Areas areas = new Areas();
    private final IdSet inLeaf = new IdSet();
    private long objects;
    private long payloads;
    private int height;
    private long leaves;
    private long inners;
    private double area;
    private double overlap;

    RTreeVerifier(RTree tree) {
        this.tree = tree;
        this.latches = new TreeLatches(tree, tree.newEditor());
    }

    RTreeVerifier walk() {
        NodeView root = tree.newView();
        if (!latches.open(tree.anchor().root(), root)) {
            faults.add("the anchor has no root");
            return this;
        }
        height = root.level() + 1;
        visit(root.pointer(), root.level(), null);
        if (objects != tree.directory().size()) {
            fault(objects + " objects, but the directory has " + tree.directory().size());
        }
        checkPages();
        Extents extents = tree.payloads();
        if (extents != null) {
            checkPayloads(extents);
        }
        return this;
    }

    /** Compares the extents that were allocated to the tree with those of its payloads. */
    private void checkPayloads(Extents extents) {
        long[] found = new long[2];
        tree.directory()
                .forEachPayload(
                        (id, extent) -> {
                            found[0]++;
                            found[1] += ExtentPointer.bytes(ExtentPointer.size(extent));
                            if (extents.loadIfSound(extent) == null) {
                                fault("the payload of object " + id + " is damaged");
                            }
                        });
        ExtentSpace space = extents.space();
        if (found[0] != space.allocated() || found[1] != space.allocatedBytes()) {
            fault(
                    "allocated extents=%d, bytes=%d, but payloads=%d, bytes=%d"
                            .formatted(
                                    space.allocated(), space.allocatedBytes(), found[0], found[1]));
        }
        if (found[0] != payloads) {
            fault(found[0] + " payloads, but " + payloads + " objects have one");
        }
    }

    /** Compares the pages that were allocated to the tree with those that it consists of. */
    private void checkPages() {
        long directory = tree.directory().pages();
        long allocated = tree.pages().inTree();
        if (leaves + inners + ANCHOR_PAGES + directory != allocated) {
            fault(
                    "allocated pages=%d, but leaves=%d, inners=%d, anchor=%d, directory=%d"
                            .formatted(allocated, leaves, inners, ANCHOR_PAGES, directory));
        }
    }

    private void visit(long pointer, int level, @org.jspecify.annotations.Nullable Box parent) {
        NodeView view = tree.newView();
        EntryBlock entries = new EntryBlock();
        // Ends: each repetition means that a writer has changed the page meanwhile.
        do {
            if (!latches.open(pointer, view)) {
                fault("there is no page at " + PagePointer.toString(pointer));
                return;
            }
            view.copyTo(entries.clear());
        } while (!view.isValid());
        check(view, entries, level, parent);
        if (level == Node.LEAF) {
            leaves++;
            objects(pointer, entries);
            return;
        }
        inners++;
        if (parent == null) {
            areas.fit(entries);
        }
        measure(entries);
        for (int i = 0; i < entries.size(); i++) {
            visit(entries.reference(i), level - 1, new Box().add(entries, i, i + 1));
        }
    }

    private void check(
            NodeView view,
            EntryBlock entries,
            int level,
            @org.jspecify.annotations.Nullable Box parent) {
        String page = PagePointer.toString(view.pointer());
        if (view.level() != level) {
            fault("page " + page + " has level " + view.level() + " instead of " + level);
        }
        if (entries.size() == 0 && parent != null) {
            fault("page " + page + " is empty");
        }
        if (view.isSplitting()) {
            fault("page " + page + " is SPLITTING: its parent lacks the right page's entry");
        }
        Box box = new Box().add(entries, 0, entries.size());
        boolean covered =
                parent == null
                        || (parent.minX <= box.minX
                                && parent.minY <= box.minY
                                && parent.maxX >= box.maxX
                                && parent.maxY >= box.maxY
                                && parent.key >= box.key);
        if (!covered) {
            fault("page " + page + " is not covered by its parent's entry");
        }
    }

    private void objects(long leaf, EntryBlock entries) {
        inLeaf.clear();
        for (int i = 0; i < entries.size(); i++) {
            long id = entries.reference(i);
            objects++;
            if (!inLeaf.add(id)) {
                fault("object " + id + " is reached twice");
            }
            if (tree.directory().find(id) != leaf) {
                fault("the directory names another leaf for object " + id);
            }
            if (tree.directory().payload(id) != ExtentPointer.NULL) {
                payloads++;
            }
        }
    }

    private void measure(EntryBlock entries) {
        for (int i = 0; i < entries.size(); i++) {
            area += SHARE * areas.of(entries, i);
            for (int j = i + 1; j < entries.size(); j++) {
                overlap +=
                        SHARE
                                * areas.shared(
                                        entries,
                                        j,
                                        entries.minX(i),
                                        entries.minY(i),
                                        entries.maxX(i),
                                        entries.maxY(i));
            }
        }
    }

    private void fault(String what) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(what);
        }
    }

    List<String> faults() {
        return faults;
    }

    int height() {
        return height;
    }

    long leaves() {
        return leaves;
    }

    long inners() {
        return inners;
    }

    long objects() {
        return objects;
    }

    double overlap() {
        return area > 0 ? overlap / area : 0;
    }
}
