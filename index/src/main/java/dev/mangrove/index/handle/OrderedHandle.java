package dev.mangrove.index.handle;

import dev.mangrove.MangroveException;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.ordered.AsyncOrdered;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedMap;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;

import org.jspecify.annotations.Nullable;

import java.util.OptionalLong;
import java.util.function.Supplier;

/** A handle of an ordered index: any thread may use it, and any number of threads at once. */
public final class OrderedHandle implements OrderedIndex {
    /** Views of a handle at most; a further thread waits for one. */
    public static final int MOST_VIEWS = Views.MOST;

    private final Views<OrderedIndex> views;
    private final AsyncOrdered async;

    /**
     * Creates a handle.
     *
     * @param first a view of the index, which the handle closes
     * @param opener opens further views of the same index
     */
    public OrderedHandle(Host host, OrderedIndex first, Supplier<OrderedIndex> opener) {
        views = new Views<>(host, first, opener, OrderedIndex::close);
        async = new AsyncOrderedHandle(this, host, MOST_VIEWS);
    }

    @Override
    public long getOrDefault(long key, long absent) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.getOrDefault(key, absent);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public OptionalLong get(long key) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.get(key);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public int getAll(long[] keys, long[] values, boolean[] present) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.getAll(keys, values, present);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean contains(long key) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.contains(key);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean put(long key, long value) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.put(key, value);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean putIfAbsent(long key, long value) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.putIfAbsent(key, value);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean replace(long key, long expected, long value) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.replace(key, expected, value);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean delete(long key) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.delete(key);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public boolean delete(long key, long expected) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.delete(key, expected);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    /**
     * A view by which an operation of the batch has found a server lost is closed, as after a
     * single operation.
     */
    @Override
    public int applyAll(OrderedBatch batch) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            int failed = view.applyAll(batch);
            sound = views.afterBatch(view, batch);
            return failed;
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public long count(long from, long to) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.count(from, to);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public long bulkLoad(Entries sorted, double fill) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.bulkLoad(sorted, fill);
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    @Override
    public Verification verify() {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.verify();
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    /** Shape of the tree; the costs are those of one of the handle's views. */
    @Override
    public OrderedStatistics statistics() {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex sound = view;
        try {
            return view.statistics();
        } catch (MangroveException e) {
            sound = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(sound);
        }
    }

    /** The cursor has a view of its own until it is at its end or closed. */
    @Override
    public Cursor range(RangeQuery query) {
        OrderedIndex view = views.take();
        @Nullable OrderedIndex unused = view;
        try {
            Cursor cursor = new OrderedHandleCursor(views, view, view.range(query));
            unused = null;
            return cursor;
        } catch (MangroveException e) {
            unused = views.afterFailure(view, e);
            throw e;
        } finally {
            views.giveBack(unused);
        }
    }

    @Override
    public AsyncOrdered async() {
        return async;
    }

    /** A map for all threads. */
    @Override
    public OrderedMap asMap() {
        return OrderedMap.of(this);
    }

    /** Ends this handle; operations of other threads that are under way come to their end. */
    @Override
    public void close() {
        views.close();
    }
}
