package dev.mangrove.peers.spatial;

import dev.mangrove.peers.HeapUse;

import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.SpatialIndex;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.ItemBoundable;
import org.locationtech.jts.index.strtree.ItemDistance;
import org.locationtech.jts.index.strtree.STRtree;

import java.util.Set;

/** Packed trees of JTS in the heap of this process; they are immutable once built. */
final class JtsStore implements SpatialStore {
    private final Data data;
    private final SpatialIndex tree;
    private final long before = HeapUse.bytes();

    private JtsStore(Data data, SpatialIndex tree) {
        this.data = data;
        this.tree = tree;
    }

    static JtsStore hpr(Data data) {
        return new JtsStore(data, new HPRtree());
    }

    static JtsStore str(Data data) {
        return new JtsStore(data, new STRtree());
    }

    @Override
    public void load() {
        for (int id = 0; id < data.loaded(); id++) {
            tree.insert(
                    new Envelope(data.minX(id), data.maxX(id), data.minY(id), data.maxY(id)), id);
        }
        switch (tree) {
            case STRtree str -> str.build();
            case HPRtree hpr -> hpr.build();
            default -> throw new IllegalStateException("unknown tree: " + tree);
        }
    }

    @Override
    public double bytes() {
        return HeapUse.bytes() - before;
    }

    @Override
    public Set<String> cannot() {
        return tree instanceof STRtree
                ? Set.of("insert", "mixed", "move", "moveall64")
                : Set.of("insert", "mixed", "move", "moveall64", "nearest10");
    }

    @Override
    public SpatialPeer open() {
        return new Peer(tree, data);
    }

    @Override
    public void close() {}

    /** Distance between a point and an object; both are items, in any order. */
    private static double distance(Data data, ItemBoundable first, ItemBoundable second) {
        return first.getItem() instanceof Coordinate point
                ? data.distance((Integer) second.getItem(), point.x, point.y)
                : distance(data, second, first);
    }

    private static final class Peer implements SpatialPeer {
        private final SpatialIndex tree;
        private final Envelope window = new Envelope();
        private final ItemDistance distances;

        Peer(SpatialIndex tree, Data data) {
            this.tree = tree;
            this.distances = (first, second) -> distance(data, first, second);
        }

        @Override
        public void window(double minX, double minY, double maxX, double maxY, Hits hits) {
            window.init(minX, maxX, minY, maxY);
            tree.query(window, item -> hits.add((Integer) item));
        }

        @Override
        public void nearest(double x, double y, int number, Hits hits) {
            if (!(tree instanceof STRtree str)) {
                throw new UnsupportedOperationException(
                        tree + " has no search for the nearest objects");
            }
            Object[] found =
                    str.nearestNeighbour(
                            new Envelope(x, x, y, y), new Coordinate(x, y), distances, number);
            for (Object item : found) {
                hits.add((Integer) item);
            }
        }

        @Override
        public void insert(int id) {
            throw new UnsupportedOperationException("a packed tree has no inserts");
        }

        @Override
        public void forget(int from, int to) {}

        @Override
        public void move(int id, double x, double y) {
            throw new UnsupportedOperationException("a packed tree has no moves");
        }

        @Override
        public void restore(int... ids) {}

        @Override
        public void close() {}
    }
}
