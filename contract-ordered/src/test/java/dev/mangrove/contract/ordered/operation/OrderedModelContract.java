package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.Test;

import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/** Random operations on an index and on a TreeMap. */
public abstract class OrderedModelContract {
    @Test
    void shouldDoWhatATreeMapDoesInTinyPages(IndexFixture fixture) {
        IndexModel model = new IndexModel(fixture.index(fixture.tiny()), fixture.random());
        model.run(2000, key -> key % 400);
        model.compare();
    }

    @Test
    void shouldDoWhatATreeMapDoesInUsualPages(IndexFixture fixture) {
        IndexModel model = new IndexModel(fixture.index(), fixture.random());
        model.run(2000, key -> ((key >> 4) << 56) | (key & 0xF));
        model.compare();
    }

    @Test
    void shouldDoWhatATreeMapDoesWithoutCacheAndInPlaceReads(IndexFixture fixture) {
        ViewOptions bare = fixture.view().withCacheBytes(0).withInPlace(false);
        OrderedIndex index = fixture.open(fixture.create(fixture.tiny()), bare);
        IndexModel model = new IndexModel(index, fixture.random());
        model.run(1200, key -> key % 300);
        model.compare();
    }

    @Test
    void shouldDoWhatATreeMapDoesWithAlmostNoCache(IndexFixture fixture) {
        ViewOptions small = fixture.view().withCacheBytes(4096);
        OrderedIndex index = fixture.open(fixture.create(fixture.tiny()), small);
        IndexModel model = new IndexModel(index, fixture.random());
        model.run(1200, key -> key % 1000);
        model.compare();
    }

    @Test
    void shouldGrowAtTheRightEnd(IndexFixture fixture) {
        grow(fixture, key -> key);
    }

    @Test
    void shouldGrowAtTheLeftEnd(IndexFixture fixture) {
        grow(fixture, key -> -key);
    }

    @Test
    void shouldGrowFromBothEndsToTheMiddle(IndexFixture fixture) {
        grow(fixture, key -> key % 2 == 0 ? key : 1000 - key);
    }

    @Test
    void shouldGrowAllOver(IndexFixture fixture) {
        grow(fixture, key -> key * 0x9E3779B97F4A7C15L);
    }

    private static void grow(IndexFixture fixture, LongUnaryOperator keys) {
        OrderedIndex index = fixture.index(fixture.tiny());
        TreeMap<Long, Long> model = new TreeMap<>();
        RandomGenerator random = fixture.random();
        for (int i = 0; i < 200; i++) {
            long key = keys.applyAsLong(i);
            long value = random.nextLong();
            assertThat(index.put(key, value)).isEqualTo(model.put(key, value) == null);
        }
        model.forEach((key, value) -> assertThat(index.get(key)).hasValue(value));
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        assertThat(index.verify().orThrow().entries()).isEqualTo(model.size());
    }
}
