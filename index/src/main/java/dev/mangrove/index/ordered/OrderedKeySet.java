package dev.mangrove.index.ordered;

import org.jspecify.annotations.Nullable;

import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Spliterator;
import java.util.Spliterators;

/** The keys of a map. */
final class OrderedKeySet extends AbstractSet<Long> implements NavigableSet<Long> {
    private final OrderedMap map;

    OrderedKeySet(OrderedMap map) {
        this.map = map;
    }

    @Override
    public @Nullable Comparator<? super Long> comparator() {
        return map.comparator();
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
    public boolean contains(Object key) {
        return map.containsKey(key);
    }

    @Override
    public boolean remove(Object key) {
        return map.remove(key) != null;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Iterator<Long> iterator() {
        return new MappedIterator(map.entrySet().iterator(), Map.Entry::getKey);
    }

    /** Unsized: others may change the size while a stream runs. */
    @Override
    public Spliterator<Long> spliterator() {
        return Spliterators.spliteratorUnknownSize(
                iterator(), Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL);
    }

    @Override
    public Iterator<Long> descendingIterator() {
        return descendingSet().iterator();
    }

    @Override
    public Long first() {
        return map.firstKey();
    }

    @Override
    public Long last() {
        return map.lastKey();
    }

    @Override
    public @Nullable Long lower(Long key) {
        return map.lowerKey(key);
    }

    @Override
    public @Nullable Long floor(Long key) {
        return map.floorKey(key);
    }

    @Override
    public @Nullable Long ceiling(Long key) {
        return map.ceilingKey(key);
    }

    @Override
    public @Nullable Long higher(Long key) {
        return map.higherKey(key);
    }

    @Override
    public @Nullable Long pollFirst() {
        Map.Entry<Long, Long> entry = map.pollFirstEntry();
        return entry == null ? null : entry.getKey();
    }

    @Override
    public @Nullable Long pollLast() {
        Map.Entry<Long, Long> entry = map.pollLastEntry();
        return entry == null ? null : entry.getKey();
    }

    @Override
    public NavigableSet<Long> descendingSet() {
        return map.descendingMap().navigableKeySet();
    }

    @Override
    public NavigableSet<Long> subSet(
            Long from, boolean fromInclusive, Long to, boolean toInclusive) {
        return map.subMap(from, fromInclusive, to, toInclusive).navigableKeySet();
    }

    @Override
    public NavigableSet<Long> headSet(Long to, boolean inclusive) {
        return map.headMap(to, inclusive).navigableKeySet();
    }

    @Override
    public NavigableSet<Long> tailSet(Long from, boolean inclusive) {
        return map.tailMap(from, inclusive).navigableKeySet();
    }

    @Override
    public NavigableSet<Long> subSet(Long from, Long to) {
        return subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<Long> headSet(Long to) {
        return headSet(to, false);
    }

    @Override
    public NavigableSet<Long> tailSet(Long from) {
        return tailSet(from, true);
    }
}
