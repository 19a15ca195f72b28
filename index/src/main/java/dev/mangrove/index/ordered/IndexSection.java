package dev.mangrove.index.ordered;

import org.jspecify.annotations.Nullable;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The keys of an index within bounds, with the return values that maps have.
 *
 * <p>Retry loops are lock-free: a try fails only if another view has changed the same key
 * meanwhile.
 *
 * @param index the index
 * @param bounds bounds of the section
 */
record IndexSection(OrderedIndex index, KeyBounds bounds) {
    IndexSection cut(KeyBounds.@Nullable Bound low, KeyBounds.@Nullable Bound high) {
        return new IndexSection(index, bounds.cut(low, high));
    }

    @Nullable Long get(long key) {
        OptionalLong found = bounds.contains(key) ? index.get(key) : OptionalLong.empty();
        return found.isPresent() ? (Long) found.getAsLong() : null;
    }

    boolean contains(long key) {
        return bounds.contains(key) && index.contains(key);
    }

    long count() {
        long from = bounds.first();
        long to = bounds.last();
        return from > to ? 0 : index.count(from, to);
    }

    /** Gives a key a value and returns the one it had. */
    @Nullable Long put(long key, long value) {
        checkWithin(key);
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Long old = get(key);
            boolean done =
                    old == null ? index.putIfAbsent(key, value) : index.replace(key, old, value);
            if (done) {
                return old;
            }
        }
    }

    /** Gives a key a value unless it has one; returns the one it has. */
    @Nullable Long putIfAbsent(long key, long value) {
        checkWithin(key);
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (!index.putIfAbsent(key, value)) {
            Long old = get(key);
            if (old != null) {
                return old;
            }
        }
        return null;
    }

    /** Gives a key that is there another value and returns the one it had. */
    @Nullable Long replace(long key, long value) {
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Long old = get(key);
            if (old == null || index.replace(key, old, value)) {
                return old;
            }
        }
    }

    boolean replace(long key, long expected, long value) {
        return bounds.contains(key) && index.replace(key, expected, value);
    }

    /** Takes a key out and returns the value it had. */
    @Nullable Long remove(long key) {
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Long old = get(key);
            if (old == null || index.delete(key, old)) {
                return old;
            }
        }
    }

    boolean remove(long key, long expected) {
        return bounds.contains(key) && index.delete(key, expected);
    }

    boolean delete(long key) {
        return bounds.contains(key) && index.delete(key);
    }

    Map.@Nullable Entry<Long, Long> lowest() {
        return only(bounds.first(), bounds.last(), false);
    }

    Map.@Nullable Entry<Long, Long> highest() {
        return only(bounds.first(), bounds.last(), true);
    }

    /** The lowest entry above a key, or at it. */
    Map.@Nullable Entry<Long, Long> above(long key, boolean inclusive) {
        if (!inclusive && key == Long.MAX_VALUE) {
            return null;
        }
        return only(Math.max(bounds.first(), inclusive ? key : key + 1), bounds.last(), false);
    }

    /** The highest entry below a key, or at it. */
    Map.@Nullable Entry<Long, Long> below(long key, boolean inclusive) {
        if (!inclusive && key == Long.MIN_VALUE) {
            return null;
        }
        return only(bounds.first(), Math.min(bounds.last(), inclusive ? key : key - 1), true);
    }

    /**
     * Removes and returns the lowest or highest entry; each entry is returned to one caller only.
     */
    Map.@Nullable Entry<Long, Long> poll(boolean fromTop) {
        // Lock-free: each repetition means that another client has changed the entry meanwhile.
        while (true) {
            Map.Entry<Long, Long> entry = fromTop ? highest() : lowest();
            if (entry == null || index.delete(entry.getKey(), entry.getValue())) {
                return entry;
            }
        }
    }

    private Map.@Nullable Entry<Long, Long> only(long from, long to, boolean highest) {
        if (from > to) {
            return null;
        }
        try (Cursor cursor = index.range(new RangeQuery(from, to, highest, 1))) {
            return cursor.next() ? new SimpleImmutableEntry<>(cursor.key(), cursor.value()) : null;
        }
    }

    private void checkWithin(long key) {
        if (!bounds.contains(key)) {
            throw new IllegalArgumentException("key out of range: key=" + key);
        }
    }
}
