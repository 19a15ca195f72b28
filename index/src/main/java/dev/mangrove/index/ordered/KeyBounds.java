package dev.mangrove.index.ordered;

import org.jspecify.annotations.Nullable;

/**
 * Which keys a view of a map covers. Bounds are kept as they were given, because views of a view
 * may name an excluded bound again.
 *
 * @param low lower bound, or null if there is none
 * @param high upper bound, or null if there is none
 */
record KeyBounds(@Nullable Bound low, @Nullable Bound high) {
    /** All keys. */
    static final KeyBounds ALL = new KeyBounds(null, null);

    /**
     * An end of the keys.
     *
     * @param inclusive whether the key itself is covered
     */
    record Bound(long key, boolean inclusive) {}

    /** Checks the order. */
    KeyBounds {
        if (low != null && high != null && low.key > high.key) {
            throw new IllegalArgumentException(
                    "fromKey > toKey: low=" + low.key + ", high=" + high.key);
        }
    }

    /** These bounds, cut at one or both ends. */
    KeyBounds cut(@Nullable Bound newLow, @Nullable Bound newHigh) {
        check(newLow);
        check(newHigh);
        return new KeyBounds(newLow != null ? newLow : low, newHigh != null ? newHigh : high);
    }

    /** Smallest key; more than {@link #last} if there is none at all. */
    long first() {
        if (isEmpty()) {
            return Long.MAX_VALUE;
        }
        return low == null ? Long.MIN_VALUE : low.inclusive ? low.key : low.key + 1;
    }

    /** Largest key; less than {@link #first} if there is none at all. */
    long last() {
        if (isEmpty()) {
            return Long.MIN_VALUE;
        }
        return high == null ? Long.MAX_VALUE : high.inclusive ? high.key : high.key - 1;
    }

    boolean contains(long key) {
        return !isTooLow(key) && !isTooHigh(key);
    }

    /** Where no key can be, adding to or subtracting from a bound could overflow. */
    private boolean isEmpty() {
        return (low != null && !low.inclusive && low.key == Long.MAX_VALUE)
                || (high != null && !high.inclusive && high.key == Long.MIN_VALUE);
    }

    private boolean isTooLow(long key) {
        return low != null && (low.inclusive ? key < low.key : key <= low.key);
    }

    private boolean isTooHigh(long key) {
        return high != null && (high.inclusive ? key > high.key : key >= high.key);
    }

    /** An excluded bound may be one that is excluded here, too. */
    private void check(@Nullable Bound bound) {
        if (bound == null) {
            return;
        }
        boolean within =
                bound.inclusive
                        ? contains(bound.key)
                        : (low == null || bound.key >= low.key)
                                && (high == null || bound.key <= high.key);
        if (!within) {
            throw new IllegalArgumentException("bound is out of range: key=" + bound.key);
        }
    }
}
