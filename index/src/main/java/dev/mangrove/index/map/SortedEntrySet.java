package dev.mangrove.index.map;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;

/** The entries of a map. */
final class SortedEntrySet<K, V, S> extends AbstractSet<Map.Entry<K, V>> {
    private final SortedMapView<K, V, S, ?> map;

    SortedEntrySet(SortedMapView<K, V, S, ?> map) {
        this.map = map;
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return map.entries();
    }

    /** Unsized: others may change the size while a stream runs. */
    @Override
    public Spliterator<Map.Entry<K, V>> spliterator() {
        return Spliterators.spliteratorUnknownSize(
                iterator(), Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public boolean contains(Object other) {
        return other instanceof Map.Entry<?, ?> entry
                && entry.getKey() != null
                && map.holds(entry.getKey(), entry.getValue());
    }

    @Override
    public boolean remove(Object other) {
        return other instanceof Map.Entry<?, ?> entry
                && entry.getKey() != null
                && map.remove(entry.getKey(), entry.getValue());
    }

    @Override
    public void clear() {
        map.clear();
    }
}
