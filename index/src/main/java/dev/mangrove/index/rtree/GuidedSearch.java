package dev.mangrove.index.rtree;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.policy.AccessPolicy;
import dev.mangrove.index.policy.OffloadGate;
import dev.mangrove.index.policy.RequestEstimate;
import dev.mangrove.index.rtree.search.NodeFeed;
import dev.mangrove.index.rtree.search.TreeProfile;
import dev.mangrove.index.rtree.search.WindowSearch;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.wire.SpatialKind;

import org.jspecify.annotations.Nullable;

/**
 * Searches of one view, by message or by offload as its policy decides. Each is measured and
 * reported to the policy; offloads by verbs pass the process's gate.
 */
final class GuidedSearch {
    /** Searches between two requests of the profile. Chosen: its cost at the server vanishes. */
    private static final int SEARCHES_PER_PROFILE = 1 << 16;

    /** Weight of a measurement in a moving average, as in AutoPolicy. */
    private static final double WEIGHT = 0.02;

    /** Chosen: bounds of the ratio of measured to estimated pages, against outliers. */
    private static final double LEAST_CORRECTION = 0.1;

    private static final double LARGEST_CORRECTION = 10;

    /**
     * Share of a leaf's entries that are among the nearest. Chosen: the correction adapts it to the
     * data within some 50 searches.
     */
    private static final double NEAREST_SHARE = 0.3;

    /** Bytes of an answer before its objects: the headers of message and answer, rounded up. */
    private static final int ANSWER_HEAD = 64;

    private final Host host;
    private final SpatialCalls calls;
    private final AccessPolicy policy;
    private final OffloadGate.@Nullable Pass pass;
    private final RemoteSpatialIndex.Offload offload;
    private final RemoteWindow remoteWindow;
    private final RemoteNearest remoteNearest;
    private final int pageSize;
    private final int fanout;
    private final RequestEstimate estimate = new RequestEstimate();
    private final Measured measured = new Measured();
    private TreeProfile profile;
    private double correction = 1;
    private double uncorrected;
    private int searches;
    private long pagesOfCounts;

    GuidedSearch(
            Host host,
            SpatialCalls calls,
            AccessPolicy policy,
            OffloadGate.@Nullable Pass pass,
            RemoteSpatialIndex.Offload offload,
            RemoteWindow remoteWindow,
            RemoteNearest remoteNearest,
            RemoteSpatialIndex.PageKind kind) {
        this.host = host;
        this.calls = calls;
        this.policy = policy;
        this.pass = pass;
        this.offload = offload;
        this.remoteWindow = remoteWindow;
        this.remoteNearest = remoteNearest;
        this.pageSize = kind.bytes();
        this.fanout = kind.fanout();
        this.profile = calls.profile();
    }

    /**
     * Searches.
     *
     * @param limit most objects of the server's answer
     * @param ownLimit most objects that the client finds itself
     */
    SpatialCursor search(
            double minX,
            double minY,
            double maxX,
            double maxY,
            Relation relation,
            long limit,
            long ownLimit) {
        expectWindow(maxX - minX, maxY - minY, limit);
        if (policy.offloads(estimate)) {
            long start = measured.enter(offload.windowFeed());
            try {
                measured.begun(
                        offload.window().begin(minX, minY, maxX, maxY, relation, ownLimit), start);
            } catch (RuntimeException | Error e) {
                measured.abandon();
                throw e;
            }
            return measured;
        }
        long start = host.nanoTime();
        long before = remoteWindow.pages();
        SpatialCursor cursor = remoteWindow.begin(minX, minY, maxX, maxY, relation, limit);
        served(start, remoteWindow.pages() - before);
        return cursor;
    }

    SpatialCursor nearest(double x, double y, long k) {
        expectNearest(k);
        if (policy.offloads(estimate)) {
            long start = measured.enter(offload.nearestFeed());
            try {
                measured.begun(offload.nearest().begin(x, y, k), start);
            } catch (RuntimeException | Error e) {
                measured.abandon();
                throw e;
            }
            return measured;
        }
        long start = host.nanoTime();
        long before = remoteNearest.pages();
        SpatialCursor cursor = remoteNearest.begin(x, y, k);
        served(start, remoteNearest.pages() - before);
        return cursor;
    }

    /** Counts objects; {@link #pagesOfCounts} has the pages that the server read. */
    long count(double minX, double minY, double maxX, double maxY) {
        expectWindow(maxX - minX, maxY - minY, 0);
        if (policy.offloads(estimate)) {
            long start = measured.enter(offload.windowFeed());
            try {
                WindowSearch search =
                        offload.window()
                                .begin(minX, minY, maxX, maxY, Relation.INTERSECTS, Long.MAX_VALUE);
                measured.begun(search, start);
                return measured.countAll(search);
            } catch (RuntimeException | Error e) {
                measured.abandon();
                throw e;
            }
        }
        long start = host.nanoTime();
        long count = calls.count(minX, minY, maxX, maxY);
        served(start, calls.pagesOfCount());
        pagesOfCounts += calls.pagesOfCount();
        return count;
    }

    /** Pages that the server read for counts. */
    long pagesOfCounts() {
        return pagesOfCounts;
    }

    /** Leaves the gate after a search that has failed. */
    void abandon() {
        measured.abandon();
    }

    private void expectWindow(double width, double height, long limit) {
        if (++searches % SEARCHES_PER_PROFILE == 0) {
            profile = calls.profile();
        }
        uncorrected = profile.pages(width, height);
        double objects = Math.min((double) limit, profile.objects(width, height));
        expect(uncorrected * correction, objects);
    }

    /** Estimates the leaves of k objects and the path to them. */
    private void expectNearest(long k) {
        uncorrected = profile.height() + k / (NEAREST_SHARE * fanout);
        expect(uncorrected * correction, (double) k);
    }

    private void expect(double pages, double objects) {
        estimate.set(
                pages,
                pages * pageSize,
                ANSWER_HEAD + objects * SpatialKind.OBJECT_WORDS * Long.BYTES);
    }

    private void served(long start, long pages) {
        learn(pages);
        policy.served(estimate, host.nanoTime() - start);
    }

    private void learn(long pages) {
        correction += WEIGHT * (pages / uncorrected - correction);
        correction = Math.clamp(correction, LEAST_CORRECTION, LARGEST_CORRECTION);
    }

    /**
     * A search by the client that measures its time, without the time that the application takes
     * between two objects.
     */
    private final class Measured implements SpatialCursor {
        private @Nullable NodeFeed feed;
        private @Nullable SpatialCursor search;
        private long pagesBefore;
        private long gateNanos;
        private long spent;
        private boolean open;
        private boolean ended;

        long enter(NodeFeed by) {
            gateNanos = pass == null ? 0 : pass.enter();
            feed = by;
            pagesBefore = by.pages();
            spent = 0;
            open = true;
            ended = false;
            search = null;
            return host.nanoTime();
        }

        void begun(SpatialCursor begun, long start) {
            search = begun;
            spent = host.nanoTime() - start;
        }

        long countAll(WindowSearch window) {
            try {
                long start = host.nanoTime();
                long count = window.countAll();
                spent += host.nanoTime() - start;
                end();
                return count;
            } finally {
                close();
            }
        }

        @Override
        public boolean next() {
            SpatialCursor inner = search;
            if (!open || inner == null) {
                throw new IllegalStateException("the cursor is closed; open another");
            }
            if (inner == offload.window() && offload.window().hasFound()) {
                return inner.next();
            }
            long start = host.nanoTime();
            boolean more = false;
            boolean failed = true;
            try {
                more = inner.next();
                failed = false;
            } finally {
                if (failed) {
                    leave();
                }
            }
            spent += host.nanoTime() - start;
            if (!more && !ended) {
                end();
            }
            return more;
        }

        /** Leaves the gate, though the cursor is still open. */
        private void end() {
            ended = true;
            leave();
            NodeFeed by = feed;
            if (by != null) {
                long pages = by.pages() - pagesBefore;
                learn(pages);
                policy.pagesRead((spent + gateNanos) / Math.max(1, pages));
                policy.offloaded(estimate, spent, pages, gateNanos);
            }
        }

        void abandon() {
            open = false;
            leave();
        }

        private void leave() {
            if (pass != null) {
                pass.leave();
            }
        }

        private SpatialCursor current() {
            SpatialCursor inner = search;
            if (inner == null) {
                throw new IllegalStateException(
                        "the cursor is at no object: look only after next() has returned true");
            }
            return inner;
        }

        @Override
        public long id() {
            return current().id();
        }

        @Override
        public double minX() {
            return current().minX();
        }

        @Override
        public double minY() {
            return current().minY();
        }

        @Override
        public double maxX() {
            return current().maxX();
        }

        @Override
        public double maxY() {
            return current().maxY();
        }

        @Override
        public double distance() {
            return current().distance();
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                try {
                    SpatialCursor inner = search;
                    if (inner != null) {
                        inner.close();
                    }
                } finally {
                    leave();
                }
            }
        }
    }
}
