package dev.mangrove.index.rtree;

import dev.mangrove.fabric.Meter;
import dev.mangrove.index.access.IndexPresence;
import dev.mangrove.index.rtree.search.NearestSearch;
import dev.mangrove.index.rtree.search.NodeFeed;
import dev.mangrove.index.rtree.search.WindowSearch;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.LossWatch;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.session.ViewOperations;
import dev.mangrove.index.spatial.Coordinates;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Payloads;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.Refinement;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialStatistics;
import dev.mangrove.index.spatial.SpatialVerification;
import dev.mangrove.index.wire.SpatialChange;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.Status;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * One thread's view of an index at a server: changes by message, searches by the view's access
 * mode.
 */
final class RemoteSpatialIndex implements SpatialIndex {
    private final Session session;
    private final Failures failures;
    private final ViewOperations operations;
    private final ViewSpatialCursor cursor;
    private final SpatialOptions options;
    private final SpatialCalls calls;
    private final RemoteWindow remoteWindow;
    private final RemoteNearest remoteNearest;
    private final @Nullable Offload offload;
    private final @Nullable GuidedSearch guide;
    private final @Nullable RefinedCursor refined;
    private @Nullable PayloadCursor payloadCursor;
    private long pagesOfCounts;

    /** What the view needs to search itself. */
    record Offload(
            NodeFeed windowFeed, NodeFeed nearestFeed, WindowSearch window, NearestSearch nearest) {
        void close() {
            window.close();
            nearest.close();
        }
    }

    /**
     * Size of the tree's pages.
     *
     * @param bytes of a page
     * @param fanout most entries of it
     */
    record PageKind(int bytes, int fanout) {}

    /** Creates the guide that decides for each search; null if the access mode is fixed. */
    interface GuideMaker {
        @Nullable GuidedSearch make(RemoteWindow window, RemoteNearest nearest);
    }

    RemoteSpatialIndex(
            Session session,
            String name,
            IndexPresence presence,
            LossWatch losses,
            SpatialOptions options,
            SpatialCalls calls,
            @Nullable Offload offload,
            GuideMaker guides,
            @Nullable Refinement refinement) {
        this.session = session;
        this.failures = Failures.ofView(name, session);
        this.operations = new ViewOperations(failures, losses, presence::check, () -> {});
        this.cursor = new ViewSpatialCursor(operations.guard(), failures);
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
        Coordinates.check(minX, minY, maxX, maxY);
        return change(SpatialKind.INSERT, id, minX, minY, maxX, maxY);
    }

    @Override
    public boolean insert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        Coordinates.check(minX, minY, maxX, maxY);
        Payloads.check(payload);
        return change(new SpatialChange(SpatialKind.INSERT, id, minX, minY, maxX, maxY, payload));
    }

    @Override
    public boolean update(long id, double minX, double minY, double maxX, double maxY) {
        Coordinates.check(minX, minY, maxX, maxY);
        return change(SpatialKind.UPDATE, id, minX, minY, maxX, maxY);
    }

    @Override
    public boolean upsert(long id, double minX, double minY, double maxX, double maxY) {
        Coordinates.check(minX, minY, maxX, maxY);
        return change(SpatialKind.UPSERT, id, minX, minY, maxX, maxY);
    }

    @Override
    public boolean upsert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        Coordinates.check(minX, minY, maxX, maxY);
        Payloads.check(payload);
        return change(new SpatialChange(SpatialKind.UPSERT, id, minX, minY, maxX, maxY, payload));
    }

    @Override
    public boolean setPayload(long id, byte @Nullable [] payload) {
        if (payload != null) {
            Payloads.check(payload);
        }
        return change(new SpatialChange(SpatialKind.SET_PAYLOAD, id, 0, 0, 0, 0, payload));
    }

    private boolean change(SpatialChange change) {
        operations.begin();
        try {
            return calls.payloads().change(change);
        } catch (RuntimeException e) {
            throw failures.translate(e, SpatialCalls.changeOf(change.id()));
        } finally {
            operations.end();
        }
    }

    @Override
    public byte[] @Nullable [] payloads(long... ids) {
        byte[] @Nullable [] payloads = new byte[ids.length] @Nullable [];
        operations.begin();
        try {
            calls.payloads().read(ids, 0, ids.length, payloads);
            return payloads;
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public Optional<Place> get(long id) {
        operations.begin();
        try {
            return calls.get(id);
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public int applyAll(SpatialBatch batch) {
        Objects.requireNonNull(batch, "batch");
        operations.begin();
        try {
            batch.forgetResults();
            for (int next = 0; next < batch.size(); ) {
                next = applySome(batch, next);
            }
            return batch.failed();
        } finally {
            operations.end();
        }
    }

    /**
     * If a request fails as a whole, so do all operations that are left; asking again is futile.
     */
    private int applySome(SpatialBatch batch, int first) {
        try {
            return calls.apply(batch, first, failures);
        } catch (RuntimeException e) {
            for (int i = first; i < batch.size(); i++) {
                batch.failed(i, SpatialCalls.translated(batch, i, e, failures));
            }
            return batch.size();
        }
    }

    @Override
    public boolean delete(long id) {
        return change(SpatialKind.DELETE, id, 0, 0, 0, 0);
    }

    private boolean change(int kind, long id, double minX, double minY, double maxX, double maxY) {
        operations.begin();
        try {
            return calls.change(kind, id, minX, minY, maxX, maxY);
        } catch (RuntimeException e) {
            throw failures.translate(e, SpatialCalls.changeOf(id));
        } finally {
            operations.end();
        }
    }

    @Override
    public SpatialCursor search(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        Objects.requireNonNull(relation, "relation");
        Coordinates.check(minX, minY, maxX, maxY);
        beginCursor(limit);
        try {
            return cursor.over(begun(minX, minY, maxX, maxY, relation, limit));
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public SpatialCursor searchWithPayloads(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        Objects.requireNonNull(relation, "relation");
        Coordinates.check(minX, minY, maxX, maxY);
        beginCursor(limit);
        try {
            return cursor.over(
                    payloadCursor().begin(begun(minX, minY, maxX, maxY, relation, limit)));
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    private PayloadCursor payloadCursor() {
        PayloadCursor made = payloadCursor;
        if (made == null) {
            made = new PayloadCursor(calls.payloads());
            payloadCursor = made;
        }
        return made;
    }

    private SpatialCursor begun(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        // Results of the client's own search are refined here and then limited.
        long most = refined == null ? limit : Long.MAX_VALUE;
        SpatialCursor found;
        if (guide != null) {
            found = guide.search(minX, minY, maxX, maxY, relation, limit, most);
        } else if (offload != null) {
            found = offload.window.begin(minX, minY, maxX, maxY, relation, most);
        } else {
            found = remoteWindow.begin(minX, minY, maxX, maxY, relation, limit);
        }
        return refined == null || found == remoteWindow
                ? found
                : refined.begin(found, minX, minY, maxX, maxY, limit);
    }

    @Override
    public SpatialCursor nearest(double x, double y, long k) {
        Coordinates.check(x, y);
        beginCursor(k);
        try {
            return cursor.over(begun(x, y, k));
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public SpatialCursor nearestWithPayloads(double x, double y, long k) {
        Coordinates.check(x, y);
        beginCursor(k);
        try {
            return cursor.over(payloadCursor().begin(begun(x, y, k)));
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    private SpatialCursor begun(double x, double y, long k) {
        if (guide != null) {
            return guide.nearest(x, y, k);
        }
        return offload != null ? offload.nearest.begin(x, y, k) : remoteNearest.begin(x, y, k);
    }

    @Override
    public long count(double minX, double minY, double maxX, double maxY) {
        Coordinates.check(minX, minY, maxX, maxY);
        beginCursor(0);
        try {
            return counted(minX, minY, maxX, maxY);
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    private long counted(double minX, double minY, double maxX, double maxY) {
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
        Objects.requireNonNull(objects, "objects");
        Objects.requireNonNull(packing, "packing");
        if (!(fill > 0 && fill <= 1)) {
            throw new IllegalArgumentException("fill is more than 0 and at most 1: fill=" + fill);
        }
        operations.begin();
        try {
            return calls.load(objects, packing, fill);
        } catch (RequestRefusedException e) {
            throw e.status() == Status.EXISTS
                    ? new IllegalStateException(
                            "the index is not empty; load into an empty one, or insert", e)
                    : failures.translate(e, "bulkLoad");
        } catch (RuntimeException e) {
            throw failures.translate(e, "bulkLoad");
        } finally {
            operations.end();
        }
    }

    @Override
    public SpatialVerification verify() {
        TreeShape shape = walk();
        return new SpatialVerification(
                shape.objects(), shape.leaves() + shape.inners(), shape.faults());
    }

    private TreeShape walk() {
        operations.begin();
        try {
            return calls.walk();
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            operations.end();
        }
    }

    @Override
    public SpatialStatistics statistics() {
        TreeShape shape = walk();
        Meter[] meters = session.meters();
        return new SpatialStatistics(
                shape.height(),
                shape.leaves(),
                shape.inners(),
                shape.objects(),
                (double) shape.objects() / Math.max(1, shape.leaves() * options.fanout()),
                shape.overlap(),
                operations.count(),
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
        if (!operations.beginClose()) {
            return;
        }
        try {
            cursor.end();
            remoteWindow.close();
            remoteNearest.close();
            if (offload != null && !session.isClosed()) {
                offload.close();
            }
        } catch (RuntimeException e) {
            throw failures.translate(e);
        } finally {
            if (guide != null) {
                guide.abandon();
            }
            operations.end();
            session.close();
        }
    }

    private void beginCursor(long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("the limit is not negative: limit=" + limit);
        }
        operations.begin();
        if (cursor.isOpen()) {
            operations.end();
            throw new IllegalStateException(
                    "another cursor of this view is open; close it, or open another view");
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
