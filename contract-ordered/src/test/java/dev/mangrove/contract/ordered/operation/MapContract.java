package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.MapModel;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedMap;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** The index as a map. */
public abstract class MapContract {
    @Test
    void shouldDoWhatATreeMapDoes(IndexFixture fixture) {
        OrderedMap map = fixture.index(fixture.tiny()).asMap();
        new MapModel(fixture.random()).run(map, 300);
    }

    @Test
    void shouldEqualATreeMap(IndexFixture fixture) {
        NavigableMap<Long, Long> model = Lists.random(fixture.random(), 200);
        OrderedMap map = fixture.index(fixture.tiny()).asMap();
        map.putAll(model);
        assertThat(map.equals(model)).isTrue();
        assertThat(model.equals(map)).isTrue();
        assertThat(map.hashCode()).isEqualTo(model.hashCode());
        assertThat(map.toString()).isEqualTo(model.toString());
        assertThat(new TreeMap<>(map.headMap(0L))).isEqualTo(new TreeMap<>(model.headMap(0L)));
        assertThat(new ArrayList<>(map.descendingKeySet()))
                .isEqualTo(new ArrayList<>(model.descendingKeySet()));
    }

    @Test
    void shouldIterateTwiceAtOnce(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (long key = 0; key < 100; key++) {
            index.put(key, key);
        }
        OrderedMap map = index.asMap();
        List<Long> pairs = new ArrayList<>();
        var backwards = map.descendingMap().values().iterator();
        for (Map.Entry<Long, Long> entry : map.entrySet()) {
            pairs.add(entry.getKey() + backwards.next());
        }
        assertThat(pairs).hasSize(100).containsOnly(99L);
    }

    @Test
    void shouldShareItsEntriesWithTheIndex(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        OrderedMap map = index.asMap();
        index.put(1, 10);
        assertThat(map.get(1L)).isEqualTo(10);
        assertThat(map.put(2L, 20L)).isNull();
        assertThat(index.get(2)).hasValue(20);
        assertThat(map.pollFirstEntry()).isEqualTo(Map.entry(1L, 10L));
        map.clear();
        assertThat(index.contains(2)).isFalse();
    }

    @Test
    void shouldAddUpWithOthers(IndexFixture fixture) {
        String name = fixture.create(fixture.options());
        fixture.together(
                3,
                (number, client) -> {
                    try (OrderedIndex index = client.open(name)) {
                        OrderedMap map = index.asMap();
                        for (int i = 0; i < 50; i++) {
                            map.merge((long) i % 5, 1L, Long::sum);
                        }
                    }
                });
        assertThat(new TreeMap<>(fixture.open(name).asMap()))
                .isEqualTo(Map.of(0L, 30L, 1L, 30L, 2L, 30L, 3L, 30L, 4L, 30L));
    }

    /** Each client adds to counters and removes large ones; the sum must be exact. */
    @Test
    void shouldLoseNothingWhenOthersChangeWhatIsTakenOut(IndexFixture fixture) {
        String name = fixture.create(fixture.options());
        LongAdder taken = new LongAdder();
        fixture.together(
                3,
                (number, client) -> {
                    try (OrderedIndex index = client.open(name)) {
                        OrderedMap map = index.asMap();
                        for (int i = 0; i < 60; i++) {
                            map.merge((long) i % 2, 1L, Long::sum);
                            taken.add(takeOut(map, i % 2, i));
                        }
                    }
                });
        long left = fixture.open(name).asMap().values().stream().mapToLong(Long::longValue).sum();
        assertThat(taken.sum() + left).isEqualTo(180);
    }

    /** Removes a counter by one of several methods; returns its value. */
    private static long takeOut(OrderedMap map, long key, int way) {
        long[] was = {0};
        switch (way / 2 % 4) {
            case 0 -> {
                Long value = map.get(key);
                was[0] = value != null && map.remove(key, value) ? value : 0;
            }
            case 1 -> {
                Long value = map.remove(key);
                was[0] = value == null ? 0 : value;
            }
            case 2 ->
                    map.compute(
                            key,
                            (same, value) -> {
                                was[0] = value == null ? 0 : value;
                                return null;
                            });
            default -> {
                Map.Entry<Long, Long> entry = map.pollFirstEntry();
                was[0] = entry == null ? 0 : entry.getValue();
            }
        }
        return was[0];
    }
}
