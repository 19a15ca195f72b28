package dev.mangrove.index.map;

import java.util.AbstractCollection;
import java.util.Iterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;

/** The values of a map, in the order of its keys. */
final class SortedValues<V> extends AbstractCollection<V> {
    private final SortedMapView<?, V, ?, ?> map;

    SortedValues(SortedMapView<?, V, ?, ?> map) {
        this.map = map;
    }

    @Override
    public Iterator<V> iterator() {
        return new MappedIterator<>(map.entries(), Map.Entry::getValue);
    }

    /** Unsized: others may change the size while a stream runs. */
    @Override
    public Spliterator<V> spliterator() {
        return Spliterators.spliteratorUnknownSize(
                iterator(), Spliterator.ORDERED | Spliterator.NONNULL);
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
    public void clear() {
        map.clear();
    }
}
