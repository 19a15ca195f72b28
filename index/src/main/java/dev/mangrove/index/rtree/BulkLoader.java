package dev.mangrove.index.rtree;

import dev.mangrove.index.page.PagePointer;
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
    private final EntryBlock page = new EntryBlock();
    private final int perPage;

    BulkLoader(RTree tree, double fill) {
        if (!(fill > 0 && fill <= 1)) {
            throw new IllegalArgumentException("fill is more than 0 and at most 1: fill=" + fill);
        }
        this.tree = tree;
        this.editor = tree.newEditor();
        this.latches = new TreeLatches(tree, editor);
        this.first = tree.newView();
        this.perPage = Math.max(2, (int) Math.round(fill * tree.shape().fanout()));
    }

    long load(ObjectTable objects, Packing packing) {
        objects.checkIds();
        boolean there = latches.latch(tree.anchor().root(), first);
        boolean empty = there && first.level() == Node.LEAF && first.count() == 0;
        if (!empty) {
            if (there) {
                latches.unlatch(first);
            }
            throw new IllegalStateException("the index is not empty");
        }
        if (objects.size() == 0) {
            latches.unlatch(first);
            return 0;
        }
        fill(objects, packing);
        editor.begin(first.base(), 0, 0).die();
        tree.freePage(first.pointer());
        return objects.size();
    }

    private void fill(ObjectTable objects, Packing packing) {
        Box bounds = objects.bounds();
        HilbertCurve curve = new HilbertCurve(bounds.minX, bounds.minY, bounds.maxX, bounds.maxY);
        boolean keyed = tree.options().design() == SpatialDesign.HILBERT;
        long[] keys = new long[keyed || packing == Packing.HILBERT ? objects.size() : 0];
        Arrays.setAll(
                keys,
                i -> curve.of(objects.minX(i), objects.minY(i), objects.maxX(i), objects.maxY(i)));
        if (keyed) {
            tree.curve(curve);
        }
        // A tree in the order of keys must be loaded in it, too.
        int[] order = keyed || packing == Packing.HILBERT ? along(keys) : inTiles(objects);
        EntryBlock level = leaves(objects, order, keyed ? keys : new long[0]);
        for (int height = 1; level.size() > 1; height++) {
            level = above(level, height);
        }
        tree.anchor().root(level.reference(0));
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

    private EntryBlock leaves(ObjectTable objects, int[] order, long[] keys) {
        EntryBlock level = new EntryBlock();
        for (int from = 0; from < order.length; ) {
            int end = end(from, order.length);
            page.clear();
            for (; from < end; from++) {
                int object = order[from];
                objects.copyTo(page, object, keys.length == 0 ? 0 : keys[object]);
            }
            write(Node.LEAF, level);
        }
        return level;
    }

    private EntryBlock above(EntryBlock below, int height) {
        EntryBlock level = new EntryBlock();
        for (int from = 0; from < below.size(); ) {
            int end = end(from, below.size());
            page.clear().addAll(below, from, end);
            from = end;
            write(height, level);
        }
        return level;
    }

    /** The last two pages share what is left, so that none has a single entry. */
    private int end(int from, int size) {
        int left = size - from;
        return left > perPage && left < 2 * perPage
                ? from + (left + 1) / 2
                : Math.min(size, from + perPage);
    }

    private void write(int height, EntryBlock level) {
        long pointer = tree.takePage();
        editor.create(RTree.offset(pointer), pointer, height, page, null, false);
        Box box = new Box().add(page, 0, page.size());
        Overflows.add(level, box, pointer);
        for (int i = 0; height == Node.LEAF && i < page.size(); i++) {
            tree.directory()
                    .place(
                            page.reference(i),
                            page.minX(i),
                            page.minY(i),
                            page.maxX(i),
                            page.maxY(i),
                            pointer);
        }
        assert pointer != PagePointer.NULL;
    }
}
