package dev.mangrove.index.rtree.load;

import dev.mangrove.index.rtree.geometry.HilbertCurve;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.rtree.tree.TreeLatches;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialDesign;

/**
 * Fills an empty tree bottom-up: sorts objects so that neighbours in space are neighbours in order,
 * packs them into leaves, the leaves into inner pages, and so on. It holds the latch of the only
 * leaf meanwhile, so that no other thread can insert; then it stores the new root. Its heap does
 * not grow with the number of objects, except for one slice of tiles, which grows with the square
 * root.
 */
public final class BulkLoader {
    private final RTree tree;
    private final NodeEditor editor;
    private final TreeLatches latches;
    private final NodeView first;
    private final int perPage;
    private final LevelBuilder builder;
    private HilbertCurve curve;

    public BulkLoader(RTree tree, double fill) {
        if (!(fill > 0 && fill <= 1)) {
            throw new IllegalArgumentException("fill is more than 0 and at most 1: fill=" + fill);
        }
        this.tree = tree;
        this.editor = tree.newEditor();
        this.latches = new TreeLatches(tree, editor);
        this.first = tree.newView();
        this.perPage = Math.max(2, (int) Math.round(fill * tree.shape().fanout()));
        this.builder = new LevelBuilder(tree, editor, perPage);
        this.curve = tree.curve();
    }

    /**
     * Fills the tree, and empties the table. If memory runs out, or an id occurs twice, the tree
     * stays empty and all its pages are freed. No object may be changed meanwhile.
     */
    public long load(ObjectTable objects, Packing packing) {
        tree.checkUsable();
        tree.directory().claimAll();
        try {
            tree.checkUsable(); // A change that broke off has given its claim back.
            latchEmptyRoot();
            long size = objects.size();
            if (size == 0) {
                latches.unlatch(first);
            } else {
                fill(objects, packing);
            }
            return size;
        } finally {
            tree.directory().unclaimAll();
        }
    }

    private void latchEmptyRoot() {
        boolean there = latches.latch(tree.anchor().root(), first);
        boolean empty = there && first.level() == Node.LEAF && first.count() == 0;
        if (!empty) {
            if (there) {
                latches.unlatch(first);
            }
            throw new IllegalStateException("the index is not empty; load into an empty one");
        }
    }

    private void fill(ObjectTable objects, Packing packing) {
        long root;
        try {
            root = build(objects, packing);
        } catch (RuntimeException | Error e) {
            builder.undo();
            latches.unlatch(first);
            throw e;
        }
        try {
            install(root);
        } catch (RuntimeException | Error e) {
            editor.abort();
            tree.damaged(e);
            throw e;
        }
    }

    private void install(long root) {
        tree.curve(curve);
        tree.anchor().root(root);
        editor.kill(first.base());
        tree.pages().free(first.pointer());
    }

    private long build(ObjectTable objects, Packing packing) {
        boolean keyed = tree.options().design() == SpatialDesign.HILBERT;
        // A Hilbert tree must be loaded in key order.
        if (keyed || packing == Packing.HILBERT) {
            alongCurve(objects, keyed);
        } else {
            inTiles(objects);
        }
        return builder.finish();
    }

    private void alongCurve(ObjectTable objects, boolean keyed) {
        Box bounds = objects.bounds();
        HilbertCurve around = new HilbertCurve(bounds.minX, bounds.minY, bounds.maxX, bounds.maxY);
        if (keyed) {
            curve = around;
        }
        try (SortedObjects sorted = new SortedObjects(objects, around::of)) {
            while (sorted.next()) {
                builder.add(sorted.current(), 0, keyed ? sorted.key() : 0);
            }
        }
    }

    /**
     * Sort-tile-recursive: slices by x, each with as many pages as there are slices, sorted by y.
     */
    private void inTiles(ObjectTable objects) {
        long pages = (objects.size() + perPage - 1) / perPage;
        int slice = Math.multiplyExact((int) Math.ceil(Math.sqrt((double) pages)), perPage);
        try (SortedObjects sorted = new SortedObjects(objects, BulkLoader::byX)) {
            EntryBlock tile = new EntryBlock();
            while (sorted.next()) {
                tile.add(sorted.current(), 0);
                if (tile.size() == slice) {
                    addTile(tile);
                }
            }
            addTile(tile);
        }
    }

    private void addTile(EntryBlock tile) {
        for (int object : KeySort.sorted(tile, BulkLoader::byY)) {
            builder.add(tile, object, 0);
        }
        tile.clear();
    }

    private static long byX(double minX, double minY, double maxX, double maxY) {
        return KeySort.key(minX / 2 + maxX / 2);
    }

    private static long byY(double minX, double minY, double maxX, double maxY) {
        return KeySort.key(minY / 2 + maxY / 2);
    }
}
