package dev.mangrove.index.ordered;

import dev.mangrove.IndexNotFoundException;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/** A view of an index in a TreeMap. It rejects every use that the interface forbids. */
public final class FakeOrderedIndex implements OrderedIndex {
    private static final int FANOUT = 64;

    private final FakePool.Store store;
    private @Nullable FakeCursor cursor;
    private long operations;
    private boolean closed;

    FakeOrderedIndex(FakePool.Store store) {
        this.store = store;
    }

    @Override
    public long getOrDefault(long key, long absent) {
        return operate(entries -> entries.getOrDefault(key, absent));
    }

    @Override
    public OptionalLong get(long key) {
        return operate(
                entries -> {
                    Long value = entries.get(key);
                    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
                });
    }

    @Override
    public int getAll(long[] keys, long[] values, boolean[] present) {
        return SingleGets.run(this, keys, values, present);
    }

    @Override
    public boolean contains(long key) {
        return operate(entries -> entries.containsKey(key));
    }

    @Override
    public boolean put(long key, long value) {
        return operate(entries -> entries.put(key, value) == null);
    }

    @Override
    public boolean putIfAbsent(long key, long value) {
        return operate(entries -> entries.putIfAbsent(key, value) == null);
    }

    @Override
    public boolean replace(long key, long expected, long value) {
        return operate(entries -> entries.replace(key, expected, value));
    }

    @Override
    public boolean delete(long key) {
        return operate(entries -> entries.remove(key) != null);
    }

    @Override
    public boolean delete(long key, long expected) {
        return operate(entries -> entries.remove(key, expected));
    }

    @Override
    public Cursor range(RangeQuery query) {
        if (cursor != null) {
            throw new IllegalStateException("a cursor is open already");
        }
        FakeCursor opened = operate(entries -> new FakeCursor(query));
        cursor = opened;
        return opened;
    }

    @Override
    public long count(long from, long to) {
        return operate(entries -> from > to ? 0L : entries.subMap(from, true, to, true).size());
    }

    @Override
    public long bulkLoad(Entries sorted, double fill) {
        if (!(fill > 0) || fill > 1) {
            throw new IllegalArgumentException("fill=" + fill);
        }
        return operate(entries -> load(entries, sorted));
    }

    @Override
    public Verification verify() {
        return operate(
                entries -> new Verification(entries.size(), pages(entries.size()), 0, List.of()));
    }

    @Override
    public OrderedStatistics statistics() {
        return operate(
                entries -> {
                    int size = entries.size();
                    long pages = pages(size);
                    long leaves = Math.max(1, size / fanout());
                    return new OrderedStatistics(
                            height(size), leaves, pages - leaves, size, size == 0 ? 0 : 1);
                });
    }

    @Override
    public OrderedCosts costs() {
        return new OrderedCosts(
                operations, operations, operations, operations, operations, operations);
    }

    @Override
    public OrderedMap asMap() {
        return OrderedMap.of(this);
    }

    @Override
    public void close() {
        closed = true;
    }

    private static long load(NavigableMap<Long, Long> entries, Entries sorted) {
        if (!entries.isEmpty()) {
            throw new IllegalStateException("the index is not empty");
        }
        TreeMap<Long, Long> loaded = new TreeMap<>();
        while (sorted.next()) {
            if (!loaded.isEmpty() && sorted.key() <= loaded.lastKey()) {
                throw new IllegalArgumentException("not in order: key=" + sorted.key());
            }
            loaded.put(sorted.key(), sorted.value());
        }
        entries.putAll(loaded);
        return loaded.size();
    }

    private int fanout() {
        return store.options.fanout() == 0 ? FANOUT : store.options.fanout();
    }

    private int height(int size) {
        int height = 1;
        for (int left = size / fanout(); left > 0; left /= fanout()) {
            height++;
        }
        return height;
    }

    private long pages(int size) {
        long pages = 1;
        for (int left = size / fanout(); left > 0; left /= fanout()) {
            pages += left;
        }
        return pages;
    }

    private <R> R operate(Function<NavigableMap<Long, Long>, R> operation) {
        if (closed) {
            throw new IllegalStateException("the index is closed");
        }
        if (store.dropped) {
            throw new IndexNotFoundException("the index has been dropped", null);
        }
        operations++;
        synchronized (store) {
            return operation.apply(store.entries);
        }
    }

    /** Searches for the entry after the current one at each step. */
    private final class FakeCursor implements Cursor {
        private final RangeQuery query;
        private final boolean descending;
        private long from;
        private long to;
        private long left;
        private long key;
        private long value;

        FakeCursor(RangeQuery query) {
            this.query = query;
            descending = query.descending();
            from = query.from();
            to = query.to();
            left = query.limit();
        }

        @Override
        public boolean next() {
            return operate(this::step);
        }

        @Override
        public long key() {
            query.checkKeys();
            return key;
        }

        @Override
        public long value() {
            query.checkValues();
            return value;
        }

        @Override
        public void close() {
            cursor = null;
        }

        private boolean step(NavigableMap<Long, Long> entries) {
            if (left == 0 || from > to) {
                return false;
            }
            NavigableMap<Long, Long> rest = entries.subMap(from, true, to, true);
            var entry = descending ? rest.lastEntry() : rest.firstEntry();
            left = entry == null ? 0 : left - 1;
            if (entry == null) {
                return false;
            }
            key = entry.getKey();
            value = entry.getValue();
            skipPast(key);
            return true;
        }

        private void skipPast(long last) {
            if (last == (descending ? from : to)) {
                left = 0;
            } else if (descending) {
                to = last - 1;
            } else {
                from = last + 1;
            }
        }
    }
}
