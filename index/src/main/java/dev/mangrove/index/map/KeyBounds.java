package dev.mangrove.index.map;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.Objects;

/**
 * Which keys a view of a map covers. Bounds are kept as they were given, because views of a view
 * may name an excluded bound again.
 *
 * @param order of the keys
 * @param low lower bound, or null if there is none
 * @param high upper bound, or null if there is none
 */
public record KeyBounds<K>(
        Comparator<? super K> order, @Nullable Bound<K> low, @Nullable Bound<K> high) {
    /**
     * An end of the keys.
     *
     * @param inclusive whether the key itself is covered
     */
    public record Bound<K>(K key, boolean inclusive) {
        /** Checks the key. */
        public Bound {
            Objects.requireNonNull(key, "key");
        }
    }

    /** Checks the order. */
    public KeyBounds {
        if (low != null && high != null && order.compare(low.key, high.key) > 0) {
            throw new IllegalArgumentException(
                    "fromKey > toKey: low=" + low.key + ", high=" + high.key);
        }
    }

    /** All keys. */
    static <K> KeyBounds<K> all(Comparator<? super K> order) {
        return new KeyBounds<>(order, null, null);
    }

    /** These bounds, cut at one or both ends. */
    KeyBounds<K> cut(@Nullable Bound<K> newLow, @Nullable Bound<K> newHigh) {
        check(newLow);
        check(newHigh);
        return new KeyBounds<>(
                order, newLow != null ? newLow : low, newHigh != null ? newHigh : high);
    }

    /** The part above a key, or from it on; null if there is none. */
    @Nullable KeyBounds<K> above(K key, boolean inclusive) {
        if (isTooHigh(key)) {
            return null;
        }
        return isTooLow(key) ? this : new KeyBounds<>(order, new Bound<>(key, inclusive), high);
    }

    /** The part below a key, or up to it; null if there is none. */
    @Nullable KeyBounds<K> below(K key, boolean inclusive) {
        if (isTooLow(key)) {
            return null;
        }
        return isTooHigh(key) ? this : new KeyBounds<>(order, low, new Bound<>(key, inclusive));
    }

    boolean contains(K key) {
        return !isTooLow(key) && !isTooHigh(key);
    }

    private boolean isTooLow(K key) {
        if (low == null) {
            return false;
        }
        int compared = order.compare(key, low.key);
        return compared < 0 || (compared == 0 && !low.inclusive);
    }

    private boolean isTooHigh(K key) {
        if (high == null) {
            return false;
        }
        int compared = order.compare(key, high.key);
        return compared > 0 || (compared == 0 && !high.inclusive);
    }

    /** An excluded bound may be one that is excluded here, too. */
    private void check(@Nullable Bound<K> bound) {
        if (bound == null) {
            return;
        }
        boolean within =
                bound.inclusive
                        ? contains(bound.key)
                        : (low == null || order.compare(bound.key, low.key) >= 0)
                                && (high == null || order.compare(bound.key, high.key) <= 0);
        if (!within) {
            throw new IllegalArgumentException("bound is out of range: key=" + bound.key);
        }
    }
}
