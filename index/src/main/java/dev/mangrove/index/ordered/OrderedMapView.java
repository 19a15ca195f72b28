package dev.mangrove.index.ordered;

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

/** The entries of a section of an index as a map, in one of both directions. */
final class OrderedMapView extends ComputingMap implements OrderedMap {
    private final IndexSection section;
    private final boolean descending;

    OrderedMapView(IndexSection section, boolean descending) {
        this.section = section;
        this.descending = descending;
    }

    @Override
    public @Nullable Comparator<? super Long> comparator() {
        return descending ? Collections.reverseOrder() : null;
    }

    @Override
    public int size() {
        return (int) Math.min(section.count(), Integer.MAX_VALUE);
    }

    @Override
    public boolean isEmpty() {
        return section.lowest() == null;
    }

    @Override
    public boolean containsKey(Object key) {
        return section.contains((Long) key);
    }

    @Override
    public boolean containsValue(Object value) {
        return super.containsValue(Objects.requireNonNull(value, "value"));
    }

    @Override
    public @Nullable Long get(Object key) {
        return section.get((Long) key);
    }

    @Override
    public Long getOrDefault(Object key, Long absent) {
        Long value = get(key);
        return value != null ? value : absent;
    }

    @Override
    public @Nullable Long put(Long key, Long value) {
        return section.put(key, value);
    }

    @Override
    public @Nullable Long putIfAbsent(Long key, Long value) {
        return section.putIfAbsent(key, value);
    }

    @Override
    public @Nullable Long replace(Long key, Long value) {
        return section.replace(key, value);
    }

    @Override
    public boolean replace(Long key, Long expected, Long value) {
        return section.replace(key, expected, value);
    }

    @Override
    public @Nullable Long remove(Object key) {
        return section.remove((Long) key);
    }

    @Override
    public boolean remove(Object key, Object value) {
        long taken = (Long) key;
        return value instanceof Long expected && section.remove(taken, expected);
    }

    @Override
    public void clear() {
        for (Iterator<Map.Entry<Long, Long>> all = entries(); all.hasNext(); ) {
            section.delete(all.next().getKey());
        }
    }

    @Override
    public Map.@Nullable Entry<Long, Long> firstEntry() {
        return descending ? section.highest() : section.lowest();
    }

    @Override
    public Map.@Nullable Entry<Long, Long> lastEntry() {
        return descending ? section.lowest() : section.highest();
    }

    @Override
    public Map.@Nullable Entry<Long, Long> lowerEntry(Long key) {
        return before(key, false);
    }

    @Override
    public Map.@Nullable Entry<Long, Long> floorEntry(Long key) {
        return before(key, true);
    }

    @Override
    public Map.@Nullable Entry<Long, Long> ceilingEntry(Long key) {
        return after(key, true);
    }

    @Override
    public Map.@Nullable Entry<Long, Long> higherEntry(Long key) {
        return after(key, false);
    }

    @Override
    public Map.@Nullable Entry<Long, Long> pollFirstEntry() {
        return section.poll(descending);
    }

    @Override
    public Map.@Nullable Entry<Long, Long> pollLastEntry() {
        return section.poll(!descending);
    }

    @Override
    public Long firstKey() {
        return existing(firstEntry());
    }

    @Override
    public Long lastKey() {
        return existing(lastEntry());
    }

    @Override
    public @Nullable Long lowerKey(Long key) {
        return keyOf(lowerEntry(key));
    }

    @Override
    public @Nullable Long floorKey(Long key) {
        return keyOf(floorEntry(key));
    }

    @Override
    public @Nullable Long ceilingKey(Long key) {
        return keyOf(ceilingEntry(key));
    }

    @Override
    public @Nullable Long higherKey(Long key) {
        return keyOf(higherEntry(key));
    }

    @Override
    public Set<Map.Entry<Long, Long>> entrySet() {
        return new OrderedEntrySet(this);
    }

    @Override
    public Collection<Long> values() {
        return new OrderedValues(this);
    }

    @Override
    public NavigableSet<Long> keySet() {
        return navigableKeySet();
    }

    @Override
    public NavigableSet<Long> navigableKeySet() {
        return new OrderedKeySet(this);
    }

    @Override
    public NavigableSet<Long> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    public OrderedMap descendingMap() {
        return new OrderedMapView(section, !descending);
    }

    @Override
    public OrderedMap subMap(Long from, boolean fromInclusive, Long to, boolean toInclusive) {
        return cut(new KeyBounds.Bound(from, fromInclusive), new KeyBounds.Bound(to, toInclusive));
    }

    @Override
    public OrderedMap headMap(Long to, boolean inclusive) {
        return cut(null, new KeyBounds.Bound(to, inclusive));
    }

    @Override
    public OrderedMap tailMap(Long from, boolean inclusive) {
        return cut(new KeyBounds.Bound(from, inclusive), null);
    }

    @Override
    public OrderedMap subMap(Long from, Long to) {
        return subMap(from, true, to, false);
    }

    @Override
    public OrderedMap headMap(Long to) {
        return headMap(to, false);
    }

    @Override
    public OrderedMap tailMap(Long from) {
        return tailMap(from, true);
    }

    /** All entries, in this map's direction. */
    Iterator<Map.Entry<Long, Long>> entries() {
        return new SliceIterator(section, descending);
    }

    private OrderedMap cut(KeyBounds.@Nullable Bound start, KeyBounds.@Nullable Bound end) {
        IndexSection part = descending ? section.cut(end, start) : section.cut(start, end);
        return new OrderedMapView(part, descending);
    }

    private Map.@Nullable Entry<Long, Long> before(long key, boolean inclusive) {
        return descending ? section.above(key, inclusive) : section.below(key, inclusive);
    }

    private Map.@Nullable Entry<Long, Long> after(long key, boolean inclusive) {
        return descending ? section.below(key, inclusive) : section.above(key, inclusive);
    }

    private static Long existing(Map.@Nullable Entry<Long, Long> entry) {
        if (entry == null) {
            throw new NoSuchElementException("the map is empty");
        }
        return entry.getKey();
    }

    private static @Nullable Long keyOf(Map.@Nullable Entry<Long, Long> entry) {
        return entry == null ? null : entry.getKey();
    }
}
