package dev.mangrove.peers.spatial;

import com.github.davidmoten.rtree2.Entry;
import com.github.davidmoten.rtree2.RTree;
import com.github.davidmoten.rtree2.geometry.Geometries;
import com.github.davidmoten.rtree2.geometry.Rectangle;

import dev.mangrove.peers.HeapUse;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * rtree2 in the heap of this process: an immutable R*-tree. A search needs no lock; an insert
 * publishes a new root, and so does a move, which deletes and adds.
 */
final class Rtree2Store implements SpatialStore {
    private static final int CHILDREN = 30;
    private static final double ANYWHERE = 4;

    private final Data data;
    private final long before = HeapUse.bytes();
    private final AtomicReference<RTree<Integer, Rectangle>> tree =
            new AtomicReference<>(RTree.star().maxChildren(CHILDREN).create());
    private RTree<Integer, Rectangle> loaded = tree.get();

    Rtree2Store(Data data) {
        this.data = data;
    }

    @Override
    public void load() {
        RTree<Integer, Rectangle> growing = tree.get();
        for (int id = 0; id < data.loaded(); id++) {
            growing = growing.add(id, rectangle(data, id));
        }
        loaded = growing;
        tree.set(growing);
    }

    private static Rectangle rectangle(Data data, int id) {
        return Geometries.rectangle(data.minX(id), data.minY(id), data.maxX(id), data.maxY(id));
    }

    @Override
    public double bytes() {
        return HeapUse.bytes() - before;
    }

    @Override
    public SpatialPeer open() {
        return new Peer(data, tree, loaded, new HashMap<>());
    }

    @Override
    public void close() {}

    /**
     * Access of one thread; a delete needs the rectangle, so the peer keeps those of moved objects.
     */
    private record Peer(
            Data data,
            AtomicReference<RTree<Integer, Rectangle>> tree,
            RTree<Integer, Rectangle> loaded,
            Map<Integer, Rectangle> moved)
            implements SpatialPeer {
        @Override
        public void window(double minX, double minY, double maxX, double maxY, Hits hits) {
            Rectangle window = Geometries.rectangle(minX, minY, maxX, maxY);
            for (Entry<Integer, Rectangle> entry : tree.get().search(window)) {
                hits.add(entry.value());
            }
        }

        @Override
        public void nearest(double x, double y, int number, Hits hits) {
            for (Entry<Integer, Rectangle> entry :
                    tree.get().nearest(Geometries.point(x, y), ANYWHERE, number)) {
                hits.add(entry.value());
            }
        }

        @Override
        public void insert(int id) {
            Rectangle rectangle = rectangle(data, id);
            tree.updateAndGet(current -> current.add(id, rectangle));
        }

        /** Restores the root from before all inserts. */
        @Override
        public void forget(int from, int to) {
            tree.set(loaded);
        }

        @Override
        public void move(int id, double x, double y) {
            Rectangle to = Geometries.rectangle(x, y, x, y);
            Rectangle before = moved.put(id, to);
            Rectangle from = before == null ? rectangle(data, id) : before;
            tree.updateAndGet(current -> current.delete(id, from).add(id, to));
        }

        /** Restores the root from before all moves. */
        @Override
        public void restore(int... ids) {
            moved.clear();
            tree.set(loaded);
        }

        @Override
        public void close() {}
    }
}
