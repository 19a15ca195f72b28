package dev.mangrove.index.rtree;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.rtree.page.NodeEditor;
import dev.mangrove.index.rtree.page.NodeView;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialDesign;

import java.util.Arrays;

/**
 * Fills an empty tree: objects in an order in which neighbours stand together are put into leaves
 * one after the other, those into pages above, and so on. The only leaf stays latched meanwhile, so
 * nobody else puts anything in; then the new root takes its place.
 */
final class BulkLoader {
    private final RTree tree;
    private final NodeEditor editor;
    private final TreeLatches latches;
    private final NodeView first;
    private final EntryBlock next = new EntryBlock();
    private final int perPage;
    private final LevelBuilder builder;
    private HilbertCurve curve;

    BulkLoader(RTree tree, double fill) {
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
     * Fills the tree. If there is not memory enough, or an id comes twice, the tree stays empty and
     * all pages are free again. No object is changed meanwhile.
     */
    long load(ObjectTable objects, Packing packing) {
        tree.checkUsable();
        tree.directory().claimAll();
        try {
            latchEmptyRoot();
            if (objects.size() == 0) {
                latches.unlatch(first);
                return 0;
            }
            fill(objects, packing);
            return objects.size();
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
            throw new IllegalStateException("the index is not empty");
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
        tree.curve(curve);
        tree.anchor().root(root);
        editor.begin(first.base(), 0, 0).die();
        tree.pages().free(first.pointer());
    }

    private long build(ObjectTable objects, Packing packing) {
        Box bounds = objects.bounds();
        HilbertCurve around = new HilbertCurve(bounds.minX, bounds.minY, bounds.maxX, bounds.maxY);
        boolean keyed = tree.options().design() == SpatialDesign.HILBERT;
        long[] keys = new long[keyed || packing == Packing.HILBERT ? objects.size() : 0];
        Arrays.setAll(
                keys,
                i -> around.of(objects.minX(i), objects.minY(i), objects.maxX(i), objects.maxY(i)));
        if (keyed) {
            curve = around;
        }
        // A tree in the order of keys must be loaded in it, too.
        int[] order = keyed || packing == Packing.HILBERT ? along(keys) : inTiles(objects);
        for (int object : order) {
            objects.copyTo(next.clear(), object, keyed ? keys[object] : 0);
            builder.add(next, 0);
        }
        return builder.finish();
    }

    private static int[] along(long[] keys) {
        int[] order = numbers(keys.length);
        KeySort.sort(order, 0, order.length, keys);
        return order;
    }

    /** Slices by x, each with as many pages as there are slices; a slice in the order of y. */
    private int[] inTiles(ObjectTable objects) {
        int size = objects.size();
        int[] order = numbers(size);
        long[] keys = new long[size];
        Arrays.setAll(keys, i -> KeySort.key(objects.centreX(i)));
        KeySort.sort(order, 0, size, keys);
        Arrays.setAll(keys, i -> KeySort.key(objects.centreY(i)));
        int pages = (size + perPage - 1) / perPage;
        int slice = (int) Math.ceil(Math.sqrt(pages)) * perPage;
        for (int from = 0; from < size; from += slice) {
            KeySort.sort(order, from, Math.min(size, from + slice), keys);
        }
        return order;
    }

    private static int[] numbers(int size) {
        int[] numbers = new int[size];
        Arrays.setAll(numbers, i -> i);
        return numbers;
    }
}
