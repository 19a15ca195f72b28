package dev.mangrove.index.ordered;

import java.util.Objects;

/**
 * Which entries, in which order, and what of them.
 *
 * @param from smallest key
 * @param to largest key, itself included; less than {@code from} means nothing at all
 * @param descending whether the largest key comes first
 * @param limit most entries
 * @param projection what the cursor returns of each entry
 */
public record RangeQuery(
        long from, long to, boolean descending, long limit, Projection projection) {
    /** What a cursor returns of each entry. */
    public enum Projection {
        /** Keys and values. */
        ENTRIES,
        /** Keys; {@link Cursor#value} throws. */
        KEYS,
        /** Values, in the order of their keys; {@link Cursor#key} throws. */
        VALUES
    }

    /** Checks the limit. */
    public RangeQuery {
        Objects.requireNonNull(projection, "projection");
        if (limit < 0) {
            throw new IllegalArgumentException("limit=" + limit);
        }
    }

    /** Keys and values. */
    public RangeQuery(long from, long to, boolean descending, long limit) {
        this(from, to, descending, limit, Projection.ENTRIES);
    }

    /** All entries. */
    public static RangeQuery all() {
        return between(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Entries from one key to another, both included. */
    public static RangeQuery between(long from, long to) {
        return new RangeQuery(from, to, false, Long.MAX_VALUE);
    }

    /** Entries from a key on. */
    public static RangeQuery atLeast(long from) {
        return between(from, Long.MAX_VALUE);
    }

    /** Largest key first. */
    public RangeQuery reversed() {
        return new RangeQuery(from, to, !descending, limit, projection);
    }

    /** At most so many entries. */
    public RangeQuery limit(long most) {
        return new RangeQuery(from, to, descending, most, projection);
    }

    /** Without values, which then need not be transferred; {@link Cursor#value} throws. */
    public RangeQuery keysOnly() {
        return new RangeQuery(from, to, descending, limit, Projection.KEYS);
    }

    /** Values in the order of their keys, without the keys; {@link Cursor#key} throws. */
    public RangeQuery valuesOnly() {
        return new RangeQuery(from, to, descending, limit, Projection.VALUES);
    }

    /** Whether no key can be in it. */
    public boolean isEmpty() {
        return from > to || limit == 0;
    }

    /**
     * Checks that a cursor may return keys.
     *
     * @throws IllegalStateException if the query asks for values only
     */
    public void checkKeys() {
        if (projection == Projection.VALUES) {
            throw new IllegalStateException(
                    "the query asks for values only: leave out valuesOnly() to get keys");
        }
    }

    /**
     * Checks that a cursor may return values.
     *
     * @throws IllegalStateException if the query asks for keys only
     */
    public void checkValues() {
        if (projection == Projection.KEYS) {
            throw new IllegalStateException(
                    "the query asks for keys only: leave out keysOnly() to get values");
        }
    }
}
