package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.AccessMode;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.random.RandomGenerator;

/** Queries for ranges, and counts. */
public abstract class RangeContract {
    @Test
    void shouldReturnEntriesInOrder(IndexFixture fixture) {
        OrderedIndex index = tens(fixture, 100);
        assertThat(Lists.keys(index, RangeQuery.between(200, 240)))
                .containsExactly(200L, 210L, 220L, 230L, 240L);
        assertThat(Lists.keys(index, RangeQuery.between(199, 241).reversed()))
                .containsExactly(240L, 230L, 220L, 210L, 200L);
        assertThat(Lists.keys(index, RangeQuery.atLeast(971))).containsExactly(980L, 990L);
        assertThat(Lists.keys(index, RangeQuery.all())).hasSize(100).isSorted();
    }

    @Test
    void shouldReturnNoMoreThanTheLimit(IndexFixture fixture) {
        OrderedIndex index = tens(fixture, 100);
        assertThat(Lists.keys(index, RangeQuery.atLeast(5).limit(3)))
                .containsExactly(10L, 20L, 30L);
        assertThat(Lists.keys(index, RangeQuery.all().reversed().limit(2)))
                .containsExactly(990L, 980L);
        assertThat(Lists.keys(index, RangeQuery.all().limit(0))).isEmpty();
        assertThat(Lists.keys(index, RangeQuery.all().limit(1000))).hasSize(100);
        for (int limit = 1; limit < 20; limit++) {
            assertThat(Lists.keys(index, RangeQuery.all().limit(limit))).hasSize(limit);
        }
    }

    @Test
    void shouldReturnNothingWhereNothingIs(IndexFixture fixture) {
        OrderedIndex index = tens(fixture, 100);
        assertThat(Lists.keys(index, RangeQuery.between(201, 209))).isEmpty();
        assertThat(Lists.keys(index, RangeQuery.between(201, 209).reversed())).isEmpty();
        assertThat(Lists.keys(index, RangeQuery.atLeast(991))).isEmpty();
        assertThat(Lists.keys(index, RangeQuery.between(Long.MIN_VALUE, -1))).isEmpty();
        assertThat(Lists.keys(index, RangeQuery.between(Long.MIN_VALUE, -1).reversed())).isEmpty();
    }

    @Test
    void shouldReturnNothingBetweenInvertedBounds(IndexFixture fixture) {
        OrderedIndex index = tens(fixture, 100);
        assertThat(Lists.keys(index, RangeQuery.between(300, 200))).isEmpty();
        assertThat(Lists.keys(index, RangeQuery.between(300, 200).reversed())).isEmpty();
        assertThat(Lists.keys(index, RangeQuery.between(Long.MAX_VALUE, Long.MIN_VALUE))).isEmpty();
        assertThat(index.count(300, 200)).isZero();
        assertThat(index.count(Long.MAX_VALUE, Long.MIN_VALUE)).isZero();
    }

    @Test
    void shouldFindSingleKeysByRange(IndexFixture fixture) {
        OrderedIndex index = tens(fixture, 50);
        for (long key = 0; key < 500; key += 10) {
            assertThat(Lists.keys(index, RangeQuery.between(key, key))).containsExactly(key);
            assertThat(Lists.keys(index, RangeQuery.between(key, key).reversed()))
                    .containsExactly(key);
            assertThat(index.count(key, key)).isEqualTo(1);
        }
    }

    @Test
    void shouldAnswerAnyQueryAsAMapWould(IndexFixture fixture) {
        RandomGenerator random = fixture.random();
        NavigableMap<Long, Long> model = Lists.random(random, 400);
        OrderedIndex index = fixture.index(fixture.tiny());
        Lists.putAll(index, model, random);
        List<Long> keys = List.copyOf(model.keySet());
        for (int i = 0; i < 40; i++) {
            long from = keys.get(random.nextInt(keys.size())) + random.nextInt(-1, 2);
            long to = keys.get(random.nextInt(keys.size())) + random.nextInt(-1, 2);
            long limit = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(100);
            RangeQuery query = new RangeQuery(from, to, random.nextBoolean(), limit);
            assertThat(Lists.entries(index, query))
                    .as("%s", query)
                    .isEqualTo(Lists.expected(model, query));
            assertThat(index.count(from, to))
                    .isEqualTo(Lists.expected(model, RangeQuery.between(from, to)).size());
        }
    }

    @Test
    void shouldReturnManyEntriesOfUsualPages(IndexFixture fixture) {
        RandomGenerator random = fixture.random();
        NavigableMap<Long, Long> model = Lists.random(random, 3000);
        OrderedIndex index = fixture.index();
        index.bulkLoad(Lists.stream(model.entrySet()), 0.7);
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        RangeQuery backwards = RangeQuery.all().reversed();
        assertThat(Lists.entries(index, backwards)).isEqualTo(Lists.expected(model, backwards));
        assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(3000);
    }

    @Test
    void shouldStayAtTheEnd(IndexFixture fixture) {
        OrderedIndex index = tens(fixture, 20);
        try (Cursor cursor = index.range(RangeQuery.atLeast(180))) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.key()).isEqualTo(190);
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).isFalse();
        }
    }

    @Test
    void shouldReturnTheSameKeysOrValuesAloneAsTogether(IndexFixture fixture) {
        RandomGenerator random = fixture.random();
        NavigableMap<Long, Long> model = Lists.random(random, 3000);
        OrderedIndex index = fixture.index();
        index.bulkLoad(Lists.stream(model.entrySet()), 0.7);
        List<Long> keys = List.copyOf(model.keySet());
        for (int i = 0; i < 20; i++) {
            long from = i == 0 ? Long.MIN_VALUE : keys.get(random.nextInt(keys.size()));
            long limit = random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(1000);
            RangeQuery query = new RangeQuery(from, Long.MAX_VALUE, random.nextBoolean(), limit);
            List<Map.Entry<Long, Long>> expected = Lists.expected(model, query);
            assertThat(Lists.longs(index, query.keysOnly(), Cursor::key))
                    .as("%s, seed %d", query, fixture.seed())
                    .isEqualTo(expected.stream().map(Map.Entry::getKey).toList());
            assertThat(Lists.longs(index, query.valuesOnly(), Cursor::value))
                    .as("%s, seed %d", query, fixture.seed())
                    .isEqualTo(expected.stream().map(Map.Entry::getValue).toList());
        }
    }

    /** A scan that ends early has read leaves that it did not use. */
    @Test
    void shouldReturnNoEntriesThatAnEarlierScanHasRead(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        ViewOptions byVerbs = fixture.view().withInPlace(false).withAccess(AccessMode.CLIENT);
        OrderedIndex index = fixture.open(name, byVerbs);
        for (long round = 0; round < 10; round++) {
            for (long key = 0; key < 60; key++) {
                index.put(key, round);
            }
            for (RangeQuery query : List.of(RangeQuery.all(), RangeQuery.all().reversed())) {
                assertThat(Lists.longs(index, query, Cursor::value))
                        .hasSize(60)
                        .containsOnly(round);
                stopEarly(index, query, 5 * (int) round);
            }
        }
    }

    private static void stopEarly(OrderedIndex index, RangeQuery query, int entries) {
        try (Cursor cursor = index.range(query)) {
            for (int i = 0; i < entries; i++) {
                assertThat(cursor.next()).isTrue();
            }
        }
    }

    @Test
    void shouldRefuseToReturnWhatTheQueryLeavesOut(IndexFixture fixture) {
        OrderedIndex index = tens(fixture, 10);
        try (Cursor cursor = index.range(RangeQuery.all().keysOnly())) {
            assertThat(cursor.next()).isTrue();
            assertThatThrownBy(cursor::value)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("keys only");
            assertThat(cursor.key()).isZero();
        }
        try (Cursor cursor = index.range(RangeQuery.all().valuesOnly())) {
            assertThat(cursor.next()).isTrue();
            assertThatThrownBy(cursor::key)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("values only");
            assertThat(cursor.value()).isZero();
        }
    }

    private static OrderedIndex tens(IndexFixture fixture, int entries) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (long i = 0; i < entries; i++) {
            index.put(i * 10, i);
        }
        return index;
    }
}
