package dev.mangrove.index.map;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * Iterates over a section in slices: queries some entries, and when they are used up, queries again
 * past the last key. So the view's only cursor is free between two calls. Slices start small, for
 * callers that want few entries, and double.
 */
final class SliceIterator<K, V, S> implements Iterator<Map.Entry<K, V>> {
    /** Chosen: few entries for a short loop, and few queries for a long one. */
    private static final int FIRST_SLICE = 16;

    /** Chosen: some twenty leaves, so that a query costs little beside its entries. */
    private static final int LARGEST_SLICE = 1024;

    private final MapSection<K, V, S> section;
    private final boolean descending;
    private final Slice<K, S> slice = new Slice<>();
    private @Nullable KeyBounds<K> left;
    private int most = FIRST_SLICE;
    private @Nullable K returned;

    SliceIterator(MapSection<K, V, S> section, boolean descending) {
        this.section = section;
        this.descending = descending;
        fetch(section.bounds());
    }

    @Override
    public boolean hasNext() {
        KeyBounds<K> rest = left;
        if (slice.isEmpty() && rest != null) {
            most = Math.min(2 * most, LARGEST_SLICE);
            fetch(rest);
        }
        return !slice.isEmpty();
    }

    @Override
    public Map.Entry<K, V> next() {
        if (!hasNext()) {
            throw new NoSuchElementException(
                    "no entry is left: call next only after hasNext() has returned true");
        }
        Map.Entry<K, S> entry = slice.take();
        returned = entry.getKey();
        return new LiveEntry<>(section, entry.getKey(), section.store().value(entry.getValue()));
    }

    @Override
    public void remove() {
        K key = returned;
        if (key == null) {
            throw new IllegalStateException("no entry to remove");
        }
        returned = null;
        section.delete(key);
    }

    private void fetch(KeyBounds<K> from) {
        left = null;
        if (section.store().scan(from, descending, most, slice)) {
            left =
                    descending
                            ? from.below(slice.lastKey(), false)
                            : from.above(slice.lastKey(), false);
        }
    }
}
