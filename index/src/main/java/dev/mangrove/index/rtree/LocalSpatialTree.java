package dev.mangrove.index.rtree;

import dev.mangrove.index.rtree.load.BulkLoader;
import dev.mangrove.index.rtree.load.ObjectInserter;
import dev.mangrove.index.rtree.load.ObjectTable;
import dev.mangrove.index.rtree.search.InPlaceFeed;
import dev.mangrove.index.rtree.search.NearestSearch;
import dev.mangrove.index.rtree.search.NodeFeed;
import dev.mangrove.index.rtree.search.ParentCache;
import dev.mangrove.index.rtree.search.WindowSearch;
import dev.mangrove.index.rtree.tree.RTree;
import dev.mangrove.index.rtree.tree.TreeWriter;
import dev.mangrove.index.spatial.Coordinates;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Payloads;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialStatistics;
import dev.mangrove.index.spatial.SpatialVerification;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * One server thread's access to a tree, without verbs and messages. All threads share the {@link
 * RTree}.
 */
public final class LocalSpatialTree implements SpatialIndex {
    private final RTree tree;
    private final TreeWriter writer;
    private final NodeFeed windowFeed;
    private final NodeFeed nearestFeed;
    private final WindowSearch window;
    private final NearestSearch nearest;
    private long operations;
    private boolean closed;

    /** Creates access whose searches start at the root. */
    public LocalSpatialTree(RTree tree) {
        this(tree, null);
    }

    /** Creates access whose searches by window may use a cache of the upper levels. */
    public LocalSpatialTree(RTree tree, @Nullable ParentCache upper) {
        this.tree = tree;
        this.writer = new TreeWriter(tree);
        this.windowFeed = feed(upper);
        this.nearestFeed = feed(null);
        this.window = new WindowSearch(tree.host(), tree.shape(), windowFeed);
        this.nearest = new NearestSearch(tree.host(), tree.shape(), nearestFeed);
    }

    private NodeFeed feed(@Nullable ParentCache upper) {
        return new InPlaceFeed(tree.memory(), tree.anchor(), tree.newView(), upper, tree.newWait());
    }

    @Override
    public boolean insert(long id, double minX, double minY, double maxX, double maxY) {
        begin();
        Coordinates.check(minX, minY, maxX, maxY);
        return writer.insert(id, minX, minY, maxX, maxY);
    }

    @Override
    public boolean insert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        begin();
        Coordinates.check(minX, minY, maxX, maxY);
        Payloads.check(payload);
        return writer.insert(id, minX, minY, maxX, maxY, payload);
    }

    @Override
    public boolean update(long id, double minX, double minY, double maxX, double maxY) {
        begin();
        Coordinates.check(minX, minY, maxX, maxY);
        return writer.update(id, minX, minY, maxX, maxY);
    }

    @Override
    public boolean upsert(long id, double minX, double minY, double maxX, double maxY) {
        begin();
        Coordinates.check(minX, minY, maxX, maxY);
        return writer.upsert(id, minX, minY, maxX, maxY);
    }

    @Override
    public boolean upsert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        begin();
        Coordinates.check(minX, minY, maxX, maxY);
        Payloads.check(payload);
        return writer.upsert(id, minX, minY, maxX, maxY, payload);
    }

    @Override
    public boolean setPayload(long id, byte @Nullable [] payload) {
        begin();
        if (payload != null) {
            Payloads.check(payload);
        }
        return writer.setPayload(id, payload);
    }

    @Override
    public byte @Nullable [] payload(long id) {
        begin();
        return writer.payload(id);
    }

    @Override
    public byte[] @Nullable [] payloads(long... ids) {
        byte[] @Nullable [] payloads = new byte[ids.length] @Nullable [];
        begin();
        read(ids, 0, ids.length, payloads);
        return payloads;
    }

    private void read(long[] ids, int from, int to, byte[] @Nullable [] payloads) {
        for (int i = from; i < to; i++) {
            payloads[i] = writer.payload(ids[i]);
        }
    }

    @Override
    public Optional<Place> get(long id) {
        begin();
        return writer.get(id)
                ? Optional.of(
                        new Place(
                                writer.found().minX,
                                writer.found().minY,
                                writer.found().maxX,
                                writer.found().maxY))
                : Optional.empty();
    }

    @Override
    public boolean delete(long id) {
        begin();
        return writer.delete(id);
    }

    @Override
    public SpatialCursor search(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        beginCursor(limit);
        Coordinates.check(minX, minY, maxX, maxY);
        return window.begin(minX, minY, maxX, maxY, relation, limit);
    }

    @Override
    public SpatialCursor searchWithPayloads(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        return new PayloadCursor(this::read).begin(search(minX, minY, maxX, maxY, relation, limit));
    }

    @Override
    public SpatialCursor nearest(double x, double y, long k) {
        beginCursor(k);
        Coordinates.check(x, y);
        return nearest.begin(x, y, k);
    }

    @Override
    public SpatialCursor nearestWithPayloads(double x, double y, long k) {
        return new PayloadCursor(this::read).begin(nearest(x, y, k));
    }

    @Override
    public long count(double minX, double minY, double maxX, double maxY) {
        beginCursor(0);
        Coordinates.check(minX, minY, maxX, maxY);
        return window.begin(minX, minY, maxX, maxY, Relation.INTERSECTS, Long.MAX_VALUE).countAll();
    }

    @Override
    public long bulkLoad(SpatialEntries objects, Packing packing, double fill) {
        begin();
        try (ObjectTable table = new ObjectTable(tree)) {
            while (objects.next()) {
                table.add(
                        objects.id(),
                        objects.minX(),
                        objects.minY(),
                        objects.maxX(),
                        objects.maxY());
            }
            return bulkLoad(table, packing, fill);
        }
    }

    /** Fills the tree with collected objects. */
    public long bulkLoad(ObjectTable objects, Packing packing, double fill) {
        return packing == Packing.NONE
                ? new ObjectInserter(tree, writer).insertAll(objects)
                : new BulkLoader(tree, fill).load(objects, packing);
    }

    @Override
    public SpatialVerification verify() {
        begin();
        RTreeVerifier walk = new RTreeVerifier(tree).walk();
        return new SpatialVerification(
                walk.objects(), walk.leaves() + walk.inners(), walk.faults());
    }

    @Override
    public SpatialStatistics statistics() {
        begin();
        RTreeVerifier walk = new RTreeVerifier(tree).walk();
        return new SpatialStatistics(
                walk.height(),
                walk.leaves(),
                walk.inners(),
                walk.objects(),
                (double) walk.objects() / Math.max(1, walk.leaves() * tree.shape().fanout()),
                walk.overlap(),
                operations,
                pagesVisited(),
                window.restarts() + nearest.restarts(),
                0,
                0,
                0);
    }

    /** Number of pages that searches have read. */
    public long pagesVisited() {
        return windowFeed.pages() + nearestFeed.pages();
    }

    @Override
    public void close() {
        closed = true;
        window.close();
        nearest.close();
    }

    private void begin() {
        if (closed) {
            throw new IllegalStateException("this view of the index is closed");
        }
        operations++;
    }

    private void beginCursor(long limit) {
        begin();
        if (limit < 0) {
            throw new IllegalArgumentException("limit must not be negative: limit=" + limit);
        }
        if (window.isOpen() || nearest.isOpen()) {
            throw new IllegalStateException(
                    "another cursor of this view is open; close it, or open another view");
        }
    }
}
