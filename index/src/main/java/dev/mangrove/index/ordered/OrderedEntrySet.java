package dev.mangrove.index.ordered;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;

/** The entries of a map. */
final class OrderedEntrySet extends AbstractSet<Map.Entry<Long, Long>> {
    private final OrderedMapView map;

    OrderedEntrySet(OrderedMapView map) {
        this.map = map;
    }

    @Override
    public Iterator<Map.Entry<Long, Long>> iterator() {
        return map.entries();
    }

    /** Unsized: others may change the size while a stream runs. */
    @Override
    public Spliterator<Map.Entry<Long, Long>> spliterator() {
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
                && entry.getKey() instanceof Long key
                && entry.getValue() instanceof Long value
                && value.equals(map.get(key));
    }

    @Override
    public boolean remove(Object other) {
        return other instanceof Map.Entry<?, ?> entry
                && entry.getKey() instanceof Long key
                && entry.getValue() instanceof Long value
                && map.remove(key, value);
    }

    @Override
    public void clear() {
        map.clear();
    }
}
