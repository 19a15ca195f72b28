package dev.mangrove.index.map;

import org.jspecify.annotations.Nullable;

import java.util.AbstractSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.ConcurrentNavigableMap;

/** The keys of a map. */
final class SortedKeySet<K, V> extends AbstractSet<K> implements NavigableSet<K> {
    private final ConcurrentNavigableMap<K, V> map;

    SortedKeySet(ConcurrentNavigableMap<K, V> map) {
        this.map = map;
    }

    @Override
    public @Nullable Comparator<? super K> comparator() {
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
    public Iterator<K> iterator() {
        return new MappedIterator<>(map.entrySet().iterator(), Map.Entry::getKey);
    }

    /** Unsized: others may change the size while a stream runs. */
    @Override
    public Spliterator<K> spliterator() {
        return Spliterators.spliteratorUnknownSize(
                iterator(), Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL);
    }

    @Override
    public Iterator<K> descendingIterator() {
        return descendingSet().iterator();
    }

    @Override
    public K first() {
        return map.firstKey();
    }

    @Override
    public K last() {
        return map.lastKey();
    }

    @Override
    public @Nullable K lower(K key) {
        return map.lowerKey(key);
    }

    @Override
    public @Nullable K floor(K key) {
        return map.floorKey(key);
    }

    @Override
    public @Nullable K ceiling(K key) {
        return map.ceilingKey(key);
    }

    @Override
    public @Nullable K higher(K key) {
        return map.higherKey(key);
    }

    @Override
    public @Nullable K pollFirst() {
        Map.Entry<K, V> entry = map.pollFirstEntry();
        return entry == null ? null : entry.getKey();
    }

    @Override
    public @Nullable K pollLast() {
        Map.Entry<K, V> entry = map.pollLastEntry();
        return entry == null ? null : entry.getKey();
    }

    @Override
    public NavigableSet<K> descendingSet() {
        return map.descendingMap().navigableKeySet();
    }

    @Override
    public NavigableSet<K> subSet(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return map.subMap(from, fromInclusive, to, toInclusive).navigableKeySet();
    }

    @Override
    public NavigableSet<K> headSet(K to, boolean inclusive) {
        return map.headMap(to, inclusive).navigableKeySet();
    }

    @Override
    public NavigableSet<K> tailSet(K from, boolean inclusive) {
        return map.tailMap(from, inclusive).navigableKeySet();
    }

    @Override
    public NavigableSet<K> subSet(K from, K to) {
        return subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<K> headSet(K to) {
        return headSet(to, false);
    }

    @Override
    public NavigableSet<K> tailSet(K from) {
        return tailSet(from, true);
    }
}
