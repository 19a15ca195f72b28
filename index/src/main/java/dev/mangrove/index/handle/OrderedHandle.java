package dev.mangrove.index.handle;

import dev.mangrove.MangroveException;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.AsyncOrdered;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedCosts;
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

    @Override
    public int applyAll(OrderedBatch batch) {
        return views.apply(batch, OrderedIndex::applyAll);
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
        return views.with(view -> view.bulkLoad(sorted, fill));
    }

    @Override
    public Verification verify() {
        return views.with(OrderedIndex::verify);
    }

    /** Shape of the tree; the costs are those of one of the handle's views. */
    @Override
    public OrderedStatistics statistics() {
        return views.with(OrderedIndex::statistics);
    }

    @Override
    public OrderedCosts costs() {
        return views.with(OrderedIndex::costs);
    }

    /** The cursor has a view of its own until it is at its end or closed. */
    @Override
    public Cursor range(RangeQuery query) {
        return views.cursor(view -> new OrderedHandleCursor(views, view, view.range(query)));
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
