package dev.mangrove.index.handle;

import dev.mangrove.MangroveException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.spatial.AsyncSpatial;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.Place;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialStatistics;
import dev.mangrove.index.spatial.SpatialVerification;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A handle of a spatial index: any thread may use it, and any number of threads at once. */
public final class SpatialHandle implements SpatialIndex {
    private final Views<SpatialIndex> views;
    private final AsyncSpatial async;

    /**
     * Creates a handle.
     *
     * @param first a view of the index, which the handle closes
     * @param opener opens further views of the same index
     */
    public SpatialHandle(Host host, SpatialIndex first, Supplier<SpatialIndex> opener) {
        views = new Views<>(host, first, opener, SpatialIndex::close);
        async = new AsyncSpatialHandle(this, host, Views.MOST);
    }

    @Override
    public boolean insert(long id, double minX, double minY, double maxX, double maxY) {
        SpatialIndex view = views.take();
        @Nullable SpatialIndex sound = view;
        try {
            return view.insert(id, minX, minY, maxX, maxY);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean insert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        return views.with(view -> view.insert(id, minX, minY, maxX, maxY, payload));
    }

    @Override
    public boolean update(long id, double minX, double minY, double maxX, double maxY) {
        SpatialIndex view = views.take();
        @Nullable SpatialIndex sound = view;
        try {
            return view.update(id, minX, minY, maxX, maxY);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean upsert(long id, double minX, double minY, double maxX, double maxY) {
        SpatialIndex view = views.take();
        @Nullable SpatialIndex sound = view;
        try {
            return view.upsert(id, minX, minY, maxX, maxY);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean upsert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        return views.with(view -> view.upsert(id, minX, minY, maxX, maxY, payload));
    }

    @Override
    public boolean setPayload(long id, byte @Nullable [] payload) {
        return views.with(view -> view.setPayload(id, payload));
    }

    @Override
    public byte[] @Nullable [] payloads(long... ids) {
        return views.with(view -> view.payloads(ids));
    }

    @Override
    public Optional<Place> get(long id) {
        SpatialIndex view = views.take();
        @Nullable SpatialIndex sound = view;
        try {
            return view.get(id);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public int applyAll(SpatialBatch batch) {
        return views.apply(batch, SpatialIndex::applyAll);
    }

    @Override
    public boolean delete(long id) {
        SpatialIndex view = views.take();
        @Nullable SpatialIndex sound = view;
        try {
            return view.delete(id);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public long count(double minX, double minY, double maxX, double maxY) {
        SpatialIndex view = views.take();
        @Nullable SpatialIndex sound = view;
        try {
            return view.count(minX, minY, maxX, maxY);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public long bulkLoad(SpatialEntries objects, Packing packing, double fill) {
        return views.with(view -> view.bulkLoad(objects, packing, fill));
    }

    @Override
    public SpatialVerification verify() {
        return views.with(SpatialIndex::verify);
    }

    /** Shape of the tree; the costs are those of one of the handle's views. */
    @Override
    public SpatialStatistics statistics() {
        return views.with(SpatialIndex::statistics);
    }

    /** The cursor has a view of its own until it is at its end or closed. */
    @Override
    public SpatialCursor search(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        return cursor(view -> view.search(minX, minY, maxX, maxY, relation, limit));
    }

    /** The cursor has a view of its own until it is at its end or closed. */
    @Override
    public SpatialCursor nearest(double x, double y, long k) {
        return cursor(view -> view.nearest(x, y, k));
    }

    /** The cursor has a view of its own until it is at its end or closed. */
    @Override
    public SpatialCursor searchWithPayloads(
            double minX, double minY, double maxX, double maxY, Relation relation, long limit) {
        return cursor(view -> view.searchWithPayloads(minX, minY, maxX, maxY, relation, limit));
    }

    /** The cursor has a view of its own until it is at its end or closed. */
    @Override
    public SpatialCursor nearestWithPayloads(double x, double y, long k) {
        return cursor(view -> view.nearestWithPayloads(x, y, k));
    }

    private SpatialCursor cursor(Function<SpatialIndex, SpatialCursor> search) {
        return views.cursor(view -> new SpatialHandleCursor(views, view, search.apply(view)));
    }

    @Override
    public AsyncSpatial async() {
        return async;
    }

    /** Ends this handle; operations of other threads that are under way come to their end. */
    @Override
    public void close() {
        views.close();
    }
}
