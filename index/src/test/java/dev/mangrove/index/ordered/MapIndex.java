package dev.mangrove.index.ordered;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A view of a map of this process. Each operation takes effect at once; subclasses can add actions
 * before and after it.
 */
public class MapIndex implements OrderedIndex {
    /** The entries. */
    protected final NavigableMap<Long, Long> map;

    /** A view of a map that others may share. */
    public MapIndex(NavigableMap<Long, Long> map) {
        this.map = map;
    }

    /** Called before and after each operation. */
    protected void talk() {}

    /** Executes an operation. */
    protected final <T> T between(Supplier<T> operation) {
        talk();
        T result = operation.get();
        talk();
        return result;
    }

    @Override
    public long getOrDefault(long key, long absent) {
        return get(key).orElse(absent);
    }

    @Override
    public OptionalLong get(long key) {
        return between(
                () -> map.containsKey(key) ? OptionalLong.of(map.get(key)) : OptionalLong.empty());
    }

    @Override
    public int getAll(long[] keys, long[] values, boolean[] present) {
        return SingleGets.run(this, keys, values, present);
    }

    @Override
    public boolean contains(long key) {
        return get(key).isPresent();
    }

    @Override
    public boolean put(long key, long value) {
        return between(() -> map.put(key, value) == null);
    }

    @Override
    public boolean putIfAbsent(long key, long value) {
        return between(() -> map.putIfAbsent(key, value) == null);
    }

    @Override
    public boolean replace(long key, long expected, long value) {
        return between(() -> map.replace(key, expected, value));
    }

    @Override
    public boolean delete(long key) {
        return between(() -> map.remove(key) != null);
    }

    @Override
    public boolean delete(long key, long expected) {
        return between(() -> map.remove(key, expected));
    }

    /** Searches for each entry separately, as a cursor over leaves does. */
    @Override
    public Cursor range(RangeQuery query) {
        return new MapCursor(query);
    }

    @Override
    public long count(long from, long to) {
        return between(() -> (long) map.subMap(from, true, to, true).size());
    }

    @Override
    public long bulkLoad(Entries sorted, double fill) {
        long loaded = 0;
        while (sorted.next()) {
            map.put(sorted.key(), sorted.value());
            loaded++;
        }
        return loaded;
    }

    @Override
    public Verification verify() {
        return new Verification(map.size(), map.size() / 4 + 1, 0, List.of());
    }

    @Override
    public OrderedStatistics statistics() {
        return new OrderedStatistics(1, 1, 0, map.size(), 1);
    }

    @Override
    public OrderedCosts costs() {
        return OrderedCosts.NONE;
    }

    @Override
    public OrderedMap asMap() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    /** The entry of a range after a key, or null. */
    protected Map.Entry<Long, Long> following(RangeQuery query, Long last) {
        if (query.descending()) {
            return last == null ? map.floorEntry(query.to()) : map.lowerEntry(last);
        }
        return last == null ? map.ceilingEntry(query.from()) : map.higherEntry(last);
    }

    private final class MapCursor implements Cursor {
        private final RangeQuery query;
        private Map.Entry<Long, Long> current;
        private long returned;

        MapCursor(RangeQuery query) {
            this.query = query;
        }

        @Override
        public boolean next() {
            if (query.isEmpty() || returned == query.limit()) {
                return false;
            }
            talk();
            Long last = current == null ? null : current.getKey();
            Map.Entry<Long, Long> next = following(query, last);
            if (next == null || next.getKey() < query.from() || next.getKey() > query.to()) {
                return false;
            }
            current = Map.entry(next.getKey(), next.getValue());
            returned++;
            return true;
        }

        @Override
        public long key() {
            query.checkKeys();
            return Objects.requireNonNull(current).getKey();
        }

        @Override
        public long value() {
            query.checkValues();
            return Objects.requireNonNull(current).getValue();
        }

        @Override
        public void close() {}
    }
}
