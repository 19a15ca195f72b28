package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

/** Operations on one key, and what they return. */
public abstract class PointContract {
    private static final long[] EXTREMES = {
        Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE
    };

    @Test
    void shouldKeepASingleKey(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        assertThat(index.put(42, 7)).isTrue();
        assertThat(index.get(42)).hasValue(7);
        assertThat(index.contains(42)).isTrue();
        assertThat(index.getOrDefault(42, 0)).isEqualTo(7);
        assertThat(index.contains(41)).isFalse();
        assertThat(index.contains(43)).isFalse();
        assertThat(index.count(42, 42)).isEqualTo(1);
        assertThat(Lists.all(index)).containsExactly(Map.entry(42L, 7L));
        assertThat(index.delete(42)).isTrue();
        assertThat(index.get(42)).isEmpty();
        assertThat(Lists.all(index)).isEmpty();
    }

    @Test
    void shouldSayWhetherAKeyIsNew(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        assertThat(index.put(1, 10)).isTrue();
        assertThat(index.put(1, 11)).isFalse();
        assertThat(index.put(1, 11)).as("the same value").isFalse();
        assertThat(index.get(1)).hasValue(11);
        assertThat(index.delete(1)).isTrue();
        assertThat(index.delete(1)).isFalse();
        assertThat(index.put(1, 12)).isTrue();
        assertThat(index.get(1)).hasValue(12);
    }

    @Test
    void shouldPutOnlyIfAbsent(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        assertThat(index.putIfAbsent(1, 10)).isTrue();
        assertThat(index.putIfAbsent(1, 11)).isFalse();
        assertThat(index.get(1)).hasValue(10);
        index.delete(1);
        assertThat(index.putIfAbsent(1, 12)).isTrue();
        assertThat(index.get(1)).hasValue(12);
    }

    @Test
    void shouldDeleteOnlyWhatIsExpected(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        assertThat(index.delete(1, 0)).as("absent").isFalse();
        index.put(1, 10);
        assertThat(index.delete(1, 0)).as("another value").isFalse();
        assertThat(index.get(1)).hasValue(10);
        assertThat(index.delete(1, 10)).isTrue();
        assertThat(index.get(1)).isEmpty();
        assertThat(index.delete(1, 10)).isFalse();
    }

    @Test
    void shouldReplaceOnlyWhatIsExpected(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        assertThat(index.replace(1, 0, 5)).as("an absent key has no value, not 0").isFalse();
        index.put(1, 10);
        assertThat(index.replace(1, 9, 11)).isFalse();
        assertThat(index.get(1)).hasValue(10);
        assertThat(index.replace(1, 10, 11)).isTrue();
        assertThat(index.replace(1, 10, 12)).isFalse();
        assertThat(index.replace(1, 11, 11)).as("by itself").isTrue();
        assertThat(index.get(1)).hasValue(11);
    }

    @Test
    void shouldTellTheDefaultFromTheSameValue(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        index.put(1, -1);
        assertThat(index.getOrDefault(1, -1)).isEqualTo(-1);
        assertThat(index.get(1)).hasValue(-1);
        assertThat(index.getOrDefault(2, -1)).isEqualTo(-1);
        assertThat(index.contains(2)).isFalse();
    }

    @Test
    void shouldKeepExtremeKeysAndValues(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (int shift = 0; shift < EXTREMES.length; shift++) {
            TreeMap<Long, Long> model = new TreeMap<>();
            for (int i = 0; i < EXTREMES.length; i++) {
                model.put(EXTREMES[i], EXTREMES[(i + shift) % EXTREMES.length]);
            }
            model.forEach(index::put);
            model.forEach((key, value) -> assertThat(index.get(key)).hasValue(value));
            assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        }
        assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(EXTREMES.length);
        for (long key : EXTREMES) {
            assertThat(index.delete(key)).isTrue();
            assertThat(index.contains(key)).isFalse();
        }
        assertThat(Lists.all(index)).isEmpty();
    }

    @Test
    void shouldKeepExtremeKeysAmongManyOthers(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        TreeMap<Long, Long> model = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            model.put(Long.MIN_VALUE + i, (long) i);
            model.put(Long.MAX_VALUE - i, (long) -i);
        }
        Lists.putAll(index, model, fixture.random());
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        RangeQuery backwards = RangeQuery.all().reversed();
        assertThat(Lists.entries(index, backwards)).isEqualTo(Lists.expected(model, backwards));
        for (long key : model.keySet()) {
            assertThat(index.delete(key)).as("key %d", key).isTrue();
        }
        assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).isZero();
    }
}
