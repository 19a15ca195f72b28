package dev.mangrove.index.rtree;

import dev.mangrove.fabric.Meter;
import dev.mangrove.index.access.IndexPresence;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.MangroveException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.Coordinates;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Refinement;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialStatistics;
import dev.mangrove.index.spatial.SpatialVerification;
import dev.mangrove.index.wire.SpatialKind;

import org.jspecify.annotations.Nullable;

import java.util.function.ToLongFunction;

/** One thread's view of an index at a server: changes by message, searches as the view was told. */
final class RemoteSpatialIndex implements SpatialIndex {
    /** A view of a dropped index finds out after so many operations at the latest. */
    private static final int OPERATIONS_PER_LOOK = 1_024;

    private final Session session;
    private final IndexPresence presence;
    private final LossWatch losses;
    private final SpatialOptions options;
    private final SpatialCalls calls;
    private final RemoteWindow remoteWindow;
    private final RemoteNearest remoteNearest;
    private final @Nullable Offload offload;
    private final @Nullable GuidedSearch guide;
    private final @Nullable RefinedCursor refined;
    private long operations;
    private long pagesOfCounts;
    private boolean closed;

    /** Searches that the client does itself. */
    record Offload(
            NodeFeed windowFeed, NodeFeed nearestFeed, WindowSearch window, NearestSearch nearest) {
        boolean isOpen() {
            return window.isOpen() || nearest.isOpen();
        }

        void close() {
            window.close();
            nearest.close();
        }
    }

    /**
     * What pages are like.
     *
     * @param bytes of a page
     * @param fanout most entries of it
     */
    record PageKind(int bytes, int fanout) {}

    /** Makes what decides for each search, if anything does. */
    interface GuideMaker {
        @Nullable GuidedSearch make(RemoteWindow window, RemoteNearest nearest);
    }

    RemoteSpatialIndex(
            Session session,
            IndexPresence presence,
            LossWatch losses,
            SpatialOptions options,
            SpatialCalls calls,
            @Nullable Offload offload,
            GuideMaker guides,
            @Nullable Refinement refinement) {
        this.session = session;
        this.presence = presence;
        this.losses = losses;
        this.options = options;
        this.calls = calls;
        this.offload = offload;
        this.remoteWindow = new RemoteWindow(calls);
        this.remoteNearest = new RemoteNearest(calls);
        this.guide = guides.make(remoteWindow, remoteNearest);
        this.refined = refinement == null ? null : new RefinedCursor(refinement);
    }

    @Override
    public boolean insert(long id, double minX, double minY, double maxX, double maxY) {
        begin();
        Coordinates.check(minX, minY, maxX, maxY);
        return calls.change(SpatialKind.INSERT, id, minX, minY, maxX, maxY);
    }

    @Override
    public boolean update(long id, double minX, double minY, double maxX, double maxY) {
        begin();
        Coordinates.check(minX, minY, maxX, maxY);
        return calls.change(SpatialKind.UPDATE, id, minX, minY, maxX, maxY);
    }

    @Override
    public boolean delete(long id) {
        begin();
        return calls.change(SpatialKind.DELETE, id, 0, 0, 0, 0);
    }

    @Override
    public SpatialCursor search(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        beginCursor(limit);
        Coordinates.check(minX, minY, maxX, maxY);
        // What the client finds itself is refined here, and limited after that.
        long found = refined == null ? limit : Long.MAX_VALUE;
        SpatialCursor cursor;
        if (guide != null) {
            cursor = guide.search(minX, minY, maxX, maxY, relation, limit, found);
        } else if (offload != null) {
            cursor = offload.window.begin(minX, minY, maxX, maxY, relation, found);
        } else {
            cursor = remoteWindow.begin(minX, minY, maxX, maxY, relation, limit);
        }
        return refined == null || cursor == remoteWindow
                ? cursor
                : refined.begin(cursor, minX, minY, maxX, maxY, limit);
    }

    @Override
    public SpatialCursor nearest(double x, double y, long k) {
        beginCursor(k);
        Coordinates.check(x, y);
        if (guide != null) {
            return guide.nearest(x, y, k);
        }
        return offload != null ? offload.nearest.begin(x, y, k) : remoteNearest.begin(x, y, k);
    }

    @Override
    public long count(double minX, double minY, double maxX, double maxY) {
        beginCursor(0);
        Coordinates.check(minX, minY, maxX, maxY);
        if (guide != null) {
            return guide.count(minX, minY, maxX, maxY);
        }
        if (offload != null) {
            return offload.window
                    .begin(minX, minY, maxX, maxY, Relation.INTERSECTS, Long.MAX_VALUE)
                    .countAll();
        }
        long count = calls.count(minX, minY, maxX, maxY);
        pagesOfCounts += calls.pagesOfCount();
        return count;
    }

    @Override
    public long bulkLoad(SpatialEntries objects, Packing packing, double fill) {
        begin();
        if (!(fill > 0 && fill <= 1)) {
            throw new IllegalArgumentException("fill is more than 0 and at most 1: fill=" + fill);
        }
        try {
            return calls.load(objects, packing, fill);
        } catch (MangroveException e) {
            throw switch (e.status()) {
                case EXISTS -> new IllegalStateException("the index is not empty", e);
                case INVALID -> new IllegalArgumentException(e.getMessage(), e);
                default -> e;
            };
        }
    }

    @Override
    public SpatialVerification verify() {
        begin();
        TreeShape shape = calls.walk();
        return new SpatialVerification(
                shape.objects(), shape.leaves() + shape.inners(), shape.faults());
    }

    @Override
    public SpatialStatistics statistics() {
        begin();
        TreeShape shape = calls.walk();
        Meter[] meters = session.meters();
        return new SpatialStatistics(
                shape.height(),
                shape.leaves(),
                shape.inners(),
                shape.objects(),
                (double) shape.objects() / Math.max(1, shape.leaves() * options.fanout()),
                shape.overlap(),
                operations,
                pagesVisited(),
                offload == null ? 0 : offload.window.restarts() + offload.nearest.restarts(),
                sum(meters, Meter::roundTrips),
                sum(meters, Meter::bytesRead) + sum(meters, Meter::bytesReceived),
                sum(meters, Meter::bytesWritten));
    }

    private long pagesVisited() {
        long here = offload == null ? 0 : offload.windowFeed.pages() + offload.nearestFeed.pages();
        long there = remoteWindow.pages() + remoteNearest.pages() + pagesOfCounts;
        return here + there + (guide == null ? 0 : guide.pagesOfCounts());
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            remoteWindow.close();
            remoteNearest.close();
            try {
                if (offload != null && !session.isClosed()) {
                    offload.close();
                }
            } finally {
                if (guide != null) {
                    guide.abandon();
                }
                session.close();
            }
        }
    }

    private void begin() {
        if (closed) {
            throw new IllegalStateException("this view of the index is closed");
        }
        if (++operations % OPERATIONS_PER_LOOK == 0) {
            presence.check();
        }
        losses.check();
    }

    private void beginCursor(long limit) {
        begin();
        if (limit < 0) {
            throw new IllegalArgumentException("limit=" + limit);
        }
        boolean open =
                remoteWindow.isOpen()
                        || remoteNearest.isOpen()
                        || (offload != null && offload.isOpen())
                        || (guide != null && guide.isOpen());
        if (open) {
            throw new IllegalStateException("another cursor of this view is open");
        }
    }

    private static long sum(Meter[] meters, ToLongFunction<Meter> what) {
        long sum = 0;
        for (Meter meter : meters) {
            sum += what.applyAsLong(meter);
        }
        return sum;
    }
}
