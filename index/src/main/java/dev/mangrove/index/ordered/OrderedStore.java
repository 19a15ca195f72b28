package dev.mangrove.index.ordered;

import dev.mangrove.index.map.KeyBounds;
import dev.mangrove.index.map.SortedStore;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/**
 * What maps need of an ordered index.
 *
 * @param index the index
 */
record OrderedStore(OrderedIndex index) implements SortedStore<Long, Long, Long> {
    @Override
    public Comparator<? super Long> order() {
        return Comparator.naturalOrder();
    }

    @Override
    public @Nullable Long stored(Object value) {
        return value instanceof Long number ? number : null;
    }

    @Override
    public Long value(Long stored) {
        return stored;
    }

    @Override
    public boolean isSame(Long one, Long other) {
        return one.equals(other);
    }

    @Override
    public @Nullable Long find(Long key) {
        OptionalLong found = index.get(key);
        return found.isPresent() ? (Long) found.getAsLong() : null;
    }

    @Override
    public @Nullable Long put(Long key, Long value) {
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Long old = find(key);
            boolean done =
                    old == null ? index.putIfAbsent(key, value) : index.replace(key, old, value);
            if (done) {
                return old;
            }
        }
    }

    @Override
    public boolean putIfAbsent(Long key, Long value) {
        return index.putIfAbsent(key, value);
    }

    @Override
    public boolean replace(Long key, Long expected, Long value) {
        return index.replace(key, expected, value);
    }

    @Override
    public boolean delete(Long key) {
        return index.delete(key);
    }

    @Override
    public boolean delete(Long key, Long expected) {
        return index.delete(key, expected);
    }

    @Override
    public long count(KeyBounds<Long> bounds) {
        RangeQuery query = query(bounds, false, Long.MAX_VALUE);
        return query.isEmpty() ? 0 : index.count(query.from(), query.to());
    }

    @Override
    public boolean scan(
            KeyBounds<Long> bounds, boolean descending, int most, BiConsumer<Long, Long> sink) {
        RangeQuery query = query(bounds, descending, most);
        if (query.isEmpty()) {
            return false;
        }
        int found = 0;
        try (Cursor cursor = index.range(query)) {
            while (found < most && cursor.next()) {
                sink.accept(cursor.key(), cursor.value());
                found++;
            }
        }
        return found == most;
    }

    /** A query of all keys within bounds; one from 0 to -1 where there can be none. */
    private static RangeQuery query(KeyBounds<Long> bounds, boolean descending, long limit) {
        KeyBounds.Bound<Long> low = bounds.low();
        KeyBounds.Bound<Long> high = bounds.high();
        boolean beyond =
                (low != null && !low.inclusive() && low.key() == Long.MAX_VALUE)
                        || (high != null && !high.inclusive() && high.key() == Long.MIN_VALUE);
        if (beyond) {
            return new RangeQuery(0, -1, descending, limit);
        }
        long from = low == null ? Long.MIN_VALUE : low.inclusive() ? low.key() : low.key() + 1;
        long to = high == null ? Long.MAX_VALUE : high.inclusive() ? high.key() : high.key() - 1;
        return new RangeQuery(from, to, descending, limit);
    }
}
