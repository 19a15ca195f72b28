package dev.mangrove.index.map;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * The entries of a section of an index as a map, in one of both directions. Two values are equal,
 * where a change compares them, if their stored forms are the same.
 *
 * @param <K> keys
 * @param <V> values
 * @param <S> values in their stored form
 * @param <M> the type of the map, and of views of its parts
 */
public abstract class SortedMapView<K, V, S, M extends ConcurrentNavigableMap<K, V>>
        extends ComputingMap<K, V, S> implements ConcurrentNavigableMap<K, V> {
    private final boolean descending;

    /** All entries of an index. */
    protected SortedMapView(SortedStore<K, V, S> store) {
        super(MapSection.all(store));
        this.descending = false;
    }

    /** The entries that a part covers. */
    protected SortedMapView(Part<K, V, S> part) {
        super(part.section);
        this.descending = part.descending;
    }

    /**
     * A part of a map, or the whole of it in the other direction.
     *
     * @param <K> keys
     * @param <V> values
     * @param <S> values in their stored form
     */
    public static final class Part<K, V, S> {
        private final MapSection<K, V, S> section;
        private final boolean descending;

        private Part(MapSection<K, V, S> section, boolean descending) {
            this.section = section;
            this.descending = descending;
        }
    }

    /** Creates a map of a part. */
    protected abstract M view(Part<K, V, S> part);

    @Override
    public @Nullable Comparator<? super K> comparator() {
        Comparator<? super K> order = section().store().order();
        Comparator<? super K> ascending = order.equals(Comparator.naturalOrder()) ? null : order;
        return descending ? Collections.reverseOrder(ascending) : ascending;
    }

    @Override
    public int size() {
        return (int) Math.min(section().count(), Integer.MAX_VALUE);
    }

    @Override
    public boolean isEmpty() {
        return section().lowest() == null;
    }

    @Override
    public boolean containsKey(Object key) {
        return section().find(key(key)) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value, "value"));
    }

    @Override
    public @Nullable V get(Object key) {
        return section().value(section().find(key(key)));
    }

    @Override
    public V getOrDefault(Object key, V absent) {
        V value = get(key);
        return value != null ? value : absent;
    }

    @Override
    public @Nullable V put(K key, V value) {
        return section().put(key, value);
    }

    @Override
    public @Nullable V putIfAbsent(K key, V value) {
        return section().value(section().putIfAbsent(key, section().stored(value)));
    }

    @Override
    public @Nullable V replace(K key, V value) {
        return section().replace(key, value);
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        return section().replace(key, section().stored(expected), section().stored(value));
    }

    @Override
    public @Nullable V remove(Object key) {
        return section().remove(key(key));
    }

    @Override
    public boolean remove(Object key, @Nullable Object value) {
        Objects.requireNonNull(key, "key");
        S expected = value == null ? null : section().store().stored(value);
        return expected != null && section().remove(key(key), expected);
    }

    @Override
    public void clear() {
        for (Iterator<Map.Entry<K, V>> all = entries(); all.hasNext(); ) {
            section().delete(all.next().getKey());
        }
    }

    @Override
    public Map.@Nullable Entry<K, V> firstEntry() {
        return descending ? section().highest() : section().lowest();
    }

    @Override
    public Map.@Nullable Entry<K, V> lastEntry() {
        return descending ? section().lowest() : section().highest();
    }

    @Override
    public Map.@Nullable Entry<K, V> lowerEntry(K key) {
        return before(key, false);
    }

    @Override
    public Map.@Nullable Entry<K, V> floorEntry(K key) {
        return before(key, true);
    }

    @Override
    public Map.@Nullable Entry<K, V> ceilingEntry(K key) {
        return after(key, true);
    }

    @Override
    public Map.@Nullable Entry<K, V> higherEntry(K key) {
        return after(key, false);
    }

    @Override
    public Map.@Nullable Entry<K, V> pollFirstEntry() {
        return section().poll(descending);
    }

    @Override
    public Map.@Nullable Entry<K, V> pollLastEntry() {
        return section().poll(!descending);
    }

    @Override
    public K firstKey() {
        return existing(firstEntry());
    }

    @Override
    public K lastKey() {
        return existing(lastEntry());
    }

    @Override
    public @Nullable K lowerKey(K key) {
        return keyOf(lowerEntry(key));
    }

    @Override
    public @Nullable K floorKey(K key) {
        return keyOf(floorEntry(key));
    }

    @Override
    public @Nullable K ceilingKey(K key) {
        return keyOf(ceilingEntry(key));
    }

    @Override
    public @Nullable K higherKey(K key) {
        return keyOf(higherEntry(key));
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new SortedEntrySet<>(this);
    }

    @Override
    public Collection<V> values() {
        return new SortedValues<>(this);
    }

    @Override
    public NavigableSet<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new SortedKeySet<>(this);
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    public M descendingMap() {
        return view(new Part<>(section(), !descending));
    }

    @Override
    public M subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return cut(
                new KeyBounds.Bound<>(from, fromInclusive), new KeyBounds.Bound<>(to, toInclusive));
    }

    @Override
    public M headMap(K to, boolean inclusive) {
        return cut(null, new KeyBounds.Bound<>(to, inclusive));
    }

    @Override
    public M tailMap(K from, boolean inclusive) {
        return cut(new KeyBounds.Bound<>(from, inclusive), null);
    }

    @Override
    public M subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public M headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public M tailMap(K from) {
        return tailMap(from, true);
    }

    /** Whether a key has a value; false if the object cannot be a value of this map. */
    boolean holds(Object key, @Nullable Object value) {
        S wanted = value == null ? null : section().store().stored(value);
        S found = section().find(key(key));
        return wanted != null && found != null && section().store().isSame(found, wanted);
    }

    /** A key of another type fails where the store uses it. */
    @SuppressWarnings("unchecked")
    private K key(Object key) {
        return (K) key;
    }

    /** All entries, in this map's direction. */
    Iterator<Map.Entry<K, V>> entries() {
        return new SliceIterator<>(section(), descending);
    }

    private M cut(KeyBounds.@Nullable Bound<K> start, KeyBounds.@Nullable Bound<K> end) {
        MapSection<K, V, S> part =
                descending ? section().cut(end, start) : section().cut(start, end);
        return view(new Part<>(part, descending));
    }

    private Map.@Nullable Entry<K, V> before(K key, boolean inclusive) {
        return descending ? section().above(key, inclusive) : section().below(key, inclusive);
    }

    private Map.@Nullable Entry<K, V> after(K key, boolean inclusive) {
        return descending ? section().below(key, inclusive) : section().above(key, inclusive);
    }

    private static <K> K existing(Map.@Nullable Entry<K, ?> entry) {
        if (entry == null) {
            throw new NoSuchElementException("the map is empty");
        }
        return entry.getKey();
    }

    private static <K> @Nullable K keyOf(Map.@Nullable Entry<K, ?> entry) {
        return entry == null ? null : entry.getKey();
    }
}
