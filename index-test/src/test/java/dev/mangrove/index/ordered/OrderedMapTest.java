package dev.mangrove.index.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** Single cases of the map: bounds, nulls, iterators with concurrent changes. */
final class OrderedMapTest {
    private final FakeOrderedIndex index = FakePool.alone();
    private final OrderedMap map = OrderedMap.of(index);
    private boolean overtaken;

    @Test
    void shouldBeEmptyAtFirst() {
        assertThat(map).isEmpty();
        assertThat(map.firstEntry()).isNull();
        assertThat(map.pollLastEntry()).isNull();
        assertThat(map.entrySet().iterator().hasNext()).isFalse();
        assertThatThrownBy(map::firstKey).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> map.keySet().last()).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> map.entrySet().iterator().next())
                .isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void shouldRefuseNulls() {
        List<Callable<?>> uses =
                List.of(
                        () -> map.get(null),
                        () -> map.containsKey(null),
                        () -> map.containsValue(null),
                        () -> map.put(null, 1L),
                        () -> map.put(1L, null),
                        () -> map.putIfAbsent(1L, null),
                        () -> map.replace(null, 1L),
                        () -> map.remove(null),
                        () -> map.floorKey(null),
                        () -> map.headMap(null),
                        () -> map.merge(1L, null, Long::sum),
                        () -> map.subMap(1L, null));
        for (Callable<?> use : uses) {
            assertThatThrownBy(use::call).isInstanceOf(NullPointerException.class);
        }
        assertThat(map).isEmpty();
    }

    @Test
    void shouldKnowBothEndsOfAllKeys() {
        map.put(Long.MIN_VALUE, 1L);
        map.put(Long.MAX_VALUE, 2L);
        assertThat(map.lowerKey(Long.MIN_VALUE)).isNull();
        assertThat(map.higherKey(Long.MAX_VALUE)).isNull();
        assertThat(map.floorKey(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(map.ceilingKey(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(map.higherKey(Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(map.tailMap(Long.MAX_VALUE, false)).isEmpty();
        assertThat(map.headMap(Long.MIN_VALUE, false)).isEmpty();
        assertThat(map.tailMap(Long.MAX_VALUE, true)).hasSize(1);
        assertThat(map.subMap(Long.MIN_VALUE, false, Long.MAX_VALUE, false)).isEmpty();
        assertThat(map.keySet()).containsExactly(Long.MIN_VALUE, Long.MAX_VALUE);
        assertThat(map.descendingKeySet()).containsExactly(Long.MAX_VALUE, Long.MIN_VALUE);
    }

    @Test
    void shouldNotLeaveAViewsRange() {
        fill(10);
        OrderedMap part = map.subMap(3L, false, 7L, true);
        assertThat(part.keySet()).containsExactly(4L, 5L, 6L, 7L);
        assertThat(part.get(3L)).isNull();
        assertThat(part.remove(8L)).isNull();
        assertThat(part.higherKey(7L)).isNull();
        assertThat(part.lowerKey(100L)).isEqualTo(7);
        assertThatThrownBy(() -> part.put(3L, 1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key=3");
        assertThatThrownBy(() -> part.headMap(8L)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> part.tailMap(3L, true))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(part.tailMap(3L, false)).isEqualTo(part);
        assertThatThrownBy(() -> map.subMap(2L, 1L))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fromKey > toKey");
    }

    @Test
    void shouldIterateFurtherThanOneSlice() {
        fill(5000);
        assertThat(new ArrayList<>(map.values()))
                .hasSize(5000)
                .isEqualTo(new ArrayList<>(new TreeMap<>(map).values()));
        assertThat(new ArrayList<>(map.descendingMap().keySet()))
                .hasSize(5000)
                .isSortedAccordingTo(Collections.reverseOrder());
    }

    @Test
    void shouldIterateWhileEntriesComeAndGo() {
        fill(100);
        Iterator<Long> keys = map.keySet().iterator();
        assertThat(keys.next()).isZero();
        index.delete(99);
        index.put(1000, 1);
        for (long key = 50; key < 60; key++) {
            index.delete(key);
        }
        List<Long> rest = new ArrayList<>();
        keys.forEachRemaining(rest::add);
        assertThat(rest).isSorted().contains(1L, 49L, 60L, 98L, 1000L).doesNotContain(55L, 99L);
    }

    @Test
    void shouldStreamWhileEntriesGo() {
        fill(200);
        assertThat(map.keySet().stream().peek(key -> index.delete(199 - key)).toList())
                .isSorted()
                .startsWith(0L, 1L)
                .hasSizeLessThan(200);
        fill(200);
        assertThat(map.values().stream().peek(index::delete).toList()).hasSize(200);
        fill(200);
        assertThat(map.entrySet().stream().peek(entry -> index.delete(199)).toList()).hasSize(199);
    }

    @Test
    void shouldLeaveTheCursorToOthersBetweenSteps() {
        fill(100);
        Iterator<Map.Entry<Long, Long>> entries = map.entrySet().iterator();
        int seen = 0;
        while (entries.hasNext()) {
            assertThat(entries.next().getKey()).isEqualTo(map.ceilingKey((long) seen++));
        }
        assertThat(seen).isEqualTo(100);
    }

    @Test
    void shouldRemoveThroughIterators() {
        fill(1000);
        Iterator<Long> keys = map.descendingKeySet().iterator();
        assertThatThrownBy(keys::remove).isInstanceOf(IllegalStateException.class);
        keys.next();
        assertThat(keys.hasNext()).isTrue();
        keys.remove();
        assertThatThrownBy(keys::remove).isInstanceOf(IllegalStateException.class);
        assertThat(map.lastKey()).isEqualTo(998);
        map.values().removeIf(value -> value % 2 == 0);
        assertThat(map).hasSize(499);
    }

    @Test
    void shouldWriteThroughEntriesOfIterators() {
        fill(3);
        for (Map.Entry<Long, Long> entry : map.entrySet()) {
            entry.setValue(entry.getValue() + 10);
        }
        assertThat(map).isEqualTo(Map.of(0L, 10L, 1L, 11L, 2L, 12L));
        Map.Entry<Long, Long> first = map.firstEntry();
        assertThatThrownBy(() -> first.setValue(1L))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldOfferKeysAsANavigableSet() {
        fill(10);
        NavigableSet<Long> keys = map.navigableKeySet();
        assertThat(keys.subSet(2L, 5L)).containsExactly(2L, 3L, 4L);
        assertThat(keys.headSet(2L)).containsExactly(0L, 1L);
        assertThat(keys.tailSet(8L, false)).containsExactly(9L);
        assertThat(keys.descendingSet().headSet(8L, true)).containsExactly(9L, 8L);
        assertThat(keys.floor(100L)).isEqualTo(9);
        assertThat(keys.ceiling(-1L)).isZero();
        assertThat(keys.lower(0L)).isNull();
        assertThat(keys.higher(4L)).isEqualTo(5);
        assertThat(keys.pollFirst()).isZero();
        assertThat(keys.pollLast()).isEqualTo(9);
        assertThat(keys.reversed().first()).isEqualTo(8);
        assertThat(keys.comparator()).isNull();
        assertThat(keys.descendingSet().comparator()).isEqualTo(Collections.reverseOrder());
        assertThatThrownBy(() -> keys.add(1L)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void shouldEqualOtherMapsWithTheSameEntries() {
        fill(20);
        TreeMap<Long, Long> same = new TreeMap<>(map);
        assertThat(map).isEqualTo(same).hasSameHashCodeAs(same).hasToString(same.toString());
        assertThat(same).isEqualTo(map);
        assertThat(map.entrySet()).isEqualTo(same.entrySet());
        same.put(3L, 100L);
        assertThat(map).isNotEqualTo(same);
    }

    @Test
    void shouldTryAgainWhenAnotherViewIsFaster() {
        map.put(1L, 1L);
        assertThat(map.compute(1L, (key, old) -> overtaken(old))).isEqualTo(201);
        assertThat(map.get(1L)).isEqualTo(201);
        assertThat(map.merge(1L, 1000L, (old, value) -> overtaken(old) + value)).isEqualTo(1401);
        assertThat(map.computeIfAbsent(2L, key -> index.put(2, 7) ? 8L : 9L)).isEqualTo(7);
    }

    @Test
    void shouldNotTakeOutWhatAnotherViewPutsMeanwhile() {
        index.put(1, 10);
        assertThat(OrderedMap.of(overtakenAfterAGet(11)).remove(1L))
                .as("the value that was taken out")
                .isEqualTo(11);
        assertThat(index.contains(1)).isFalse();

        index.put(1, 20);
        boolean removed = OrderedMap.of(overtakenAfterAGet(21)).remove(1L, 20L);
        assertThat(removed).as("unless another view was faster").isEqualTo(!overtaken);
    }

    /** A view of the index; another view puts a value right after its first get. */
    private OrderedIndex overtakenAfterAGet(long value) {
        overtaken = false;
        return (OrderedIndex)
                Proxy.newProxyInstance(
                        OrderedIndex.class.getClassLoader(),
                        new Class<?>[] {OrderedIndex.class},
                        (proxy, method, arguments) -> {
                            Object result = method.invoke(index, arguments);
                            if (method.getName().equals("get") && !overtaken) {
                                overtaken = true;
                                index.put(1, value);
                            }
                            return result;
                        });
    }

    /** Adds 100; at the first call, another change of the key comes first. */
    private long overtaken(long old) {
        if (old % 200 == 1) {
            index.put(1, old + 100);
        }
        return old + 100;
    }

    private void fill(int entries) {
        for (long key = 0; key < entries; key++) {
            index.put(key, key);
        }
    }
}
