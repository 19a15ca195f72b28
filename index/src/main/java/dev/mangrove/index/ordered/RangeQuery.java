package dev.mangrove.index.ordered;

/**
 * Which entries, and in which order.
 *
 * @param from smallest key
 * @param to largest key, itself included; less than {@code from} means nothing at all
 * @param descending whether the largest key comes first
 * @param limit most entries
 */
public record RangeQuery(long from, long to, boolean descending, long limit) {
    /** Checks the limit. */
    public RangeQuery {
        if (limit < 0) {
            throw new IllegalArgumentException("limit=" + limit);
        }
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
        return new RangeQuery(from, to, !descending, limit);
    }

    /** At most so many entries. */
    public RangeQuery limit(long most) {
        return new RangeQuery(from, to, descending, most);
    }

    /** Whether no key can be in it. */
    public boolean isEmpty() {
        return from > to || limit == 0;
    }
}
