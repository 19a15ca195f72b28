package dev.mangrove.contract.map;

import com.google.common.collect.testing.SampleElements;
import com.google.common.collect.testing.TestSortedMapGenerator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;

/** Maps from numbers to numbers, with negative keys and with those at both ends. */
abstract class NumberMapGenerator implements TestSortedMapGenerator<Long, Long> {
    /** Creates a map with entries. */
    abstract NavigableMap<Long, Long> create(List<Map.Entry<Long, Long>> entries);

    @Override
    public SampleElements<Map.Entry<Long, Long>> samples() {
        return new SampleElements<>(
                Map.entry(-7L, 70L),
                Map.entry(0L, 0L),
                Map.entry(1L, -10L),
                Map.entry(300L, 3_000L),
                Map.entry(1L << 40, 4L));
    }

    @Override
    public Map.Entry<Long, Long> belowSamplesLesser() {
        return Map.entry(Long.MIN_VALUE, 1L);
    }

    @Override
    public Map.Entry<Long, Long> belowSamplesGreater() {
        return Map.entry(-100L, 2L);
    }

    @Override
    public Map.Entry<Long, Long> aboveSamplesLesser() {
        return Map.entry(1L << 50, 3L);
    }

    @Override
    public Map.Entry<Long, Long> aboveSamplesGreater() {
        return Map.entry(Long.MAX_VALUE, 5L);
    }

    @Override
    @SuppressWarnings("unchecked")
    public SortedMap<Long, Long> create(Object... entries) {
        return create(Arrays.stream(entries).map(entry -> (Map.Entry<Long, Long>) entry).toList());
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Map.Entry<Long, Long>[] createArray(int length) {
        return new Map.Entry[length];
    }

    @Override
    public Long[] createKeyArray(int length) {
        return new Long[length];
    }

    @Override
    public Long[] createValueArray(int length) {
        return new Long[length];
    }

    @Override
    public Iterable<Map.Entry<Long, Long>> order(List<Map.Entry<Long, Long>> insertionOrder) {
        List<Map.Entry<Long, Long>> sorted = new ArrayList<>(insertionOrder); // Guava reverses it.
        sorted.sort(Map.Entry.comparingByKey(Comparator.naturalOrder()));
        return sorted;
    }
}
