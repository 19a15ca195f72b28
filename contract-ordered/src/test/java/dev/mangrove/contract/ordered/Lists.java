package dev.mangrove.contract.ordered;

import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;

/** Converts entries of indexes to collections and back. */
final class Lists {
    private Lists() {}

    /** The entries that a query returns, in its order. */
    static List<Map.Entry<Long, Long>> entries(OrderedIndex index, RangeQuery query) {
        List<Map.Entry<Long, Long>> all = new ArrayList<>();
        try (Cursor cursor = index.range(query)) {
            while (cursor.next()) {
                all.add(Map.entry(cursor.key(), cursor.value()));
            }
        }
        return all;
    }

    /** The keys that a query returns, in its order. */
    static List<Long> keys(OrderedIndex index, RangeQuery query) {
        return entries(index, query).stream().map(Map.Entry::getKey).toList();
    }

    /** What a query returns, in its order. */
    static List<Long> longs(OrderedIndex index, RangeQuery query, ToLongFunction<Cursor> what) {
        List<Long> all = new ArrayList<>();
        try (Cursor cursor = index.range(query)) {
            while (cursor.next()) {
                all.add(what.applyAsLong(cursor));
            }
        }
        return all;
    }

    /** All entries, in order. */
    static List<Map.Entry<Long, Long>> all(OrderedIndex index) {
        return entries(index, RangeQuery.all());
    }

    /** The entries that a map returns for a query. */
    static List<Map.Entry<Long, Long>> expected(NavigableMap<Long, Long> model, RangeQuery query) {
        if (query.isEmpty()) {
            return List.of();
        }
        var part = model.subMap(query.from(), true, query.to(), true);
        return (query.descending() ? part.descendingMap() : part)
                .entrySet().stream().limit(query.limit()).map(Map.Entry::copyOf).toList();
    }

    /** Entries for a bulk load. */
    static Entries stream(Iterable<Map.Entry<Long, Long>> entries) {
        Iterator<Map.Entry<Long, Long>> iterator = entries.iterator();
        return new Entries() {
            private Map.@Nullable Entry<Long, Long> current;

            @Override
            public boolean next() {
                boolean more = iterator.hasNext();
                current = more ? iterator.next() : null;
                return more;
            }

            @Override
            public long key() {
                return current.getKey();
            }

            @Override
            public long value() {
                return current.getValue();
            }
        };
    }

    /** Entries of certain keys; the values differ from them. */
    static Entries stream(long... keys) {
        List<Map.Entry<Long, Long>> entries = new ArrayList<>();
        for (long key : keys) {
            entries.add(Map.entry(key, ~key));
        }
        return stream(entries);
    }

    /** Entries with random keys over the whole range, including both ends. */
    static NavigableMap<Long, Long> random(RandomGenerator random, int entries) {
        NavigableMap<Long, Long> map = new TreeMap<>();
        map.put(Long.MIN_VALUE, random.nextLong());
        map.put(Long.MAX_VALUE, random.nextLong());
        while (map.size() < entries) {
            map.put(random.nextLong(), random.nextLong());
        }
        return map;
    }

    /** Puts all entries of a map, in any order. */
    static void putAll(OrderedIndex index, NavigableMap<Long, Long> map, RandomGenerator random) {
        List<Map.Entry<Long, Long>> entries = new ArrayList<>(map.entrySet());
        for (int i = entries.size() - 1; i >= 0; i--) {
            int other = random.nextInt(i + 1);
            Map.Entry<Long, Long> entry = entries.set(other, entries.get(i));
            index.put(entry.getKey(), entry.getValue());
        }
    }
}
