package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.Test;

import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/** Random operations on an index and on a TreeMap. */
abstract class ModelContract {
    @Test
    void shouldDoWhatATreeMapDoesInTinyPages(Place place) {
        IndexModel model = new IndexModel(place.index(place.tiny()), place.random());
        model.run(2000, key -> key % 400);
        model.compare();
    }

    @Test
    void shouldDoWhatATreeMapDoesInUsualPages(Place place) {
        IndexModel model = new IndexModel(place.index(), place.random());
        model.run(2000, key -> ((key >> 4) << 56) | (key & 0xF));
        model.compare();
    }

    @Test
    void shouldDoWhatATreeMapDoesWithoutCacheAndInPlaceReads(Place place) {
        ViewOptions bare = ViewOptions.DEFAULT.withCacheBytes(0).withInPlace(false);
        OrderedIndex index = place.open(place.create(place.tiny()), bare);
        IndexModel model = new IndexModel(index, place.random());
        model.run(1200, key -> key % 300);
        model.compare();
    }

    @Test
    void shouldDoWhatATreeMapDoesWithAlmostNoCache(Place place) {
        ViewOptions small = ViewOptions.DEFAULT.withCacheBytes(4096);
        OrderedIndex index = place.open(place.create(place.tiny()), small);
        IndexModel model = new IndexModel(index, place.random());
        model.run(1200, key -> key % 1000);
        model.compare();
    }

    @Test
    void shouldGrowAtTheRightEnd(Place place) {
        grow(place, key -> key);
    }

    @Test
    void shouldGrowAtTheLeftEnd(Place place) {
        grow(place, key -> -key);
    }

    @Test
    void shouldGrowFromBothEndsToTheMiddle(Place place) {
        grow(place, key -> key % 2 == 0 ? key : 1000 - key);
    }

    @Test
    void shouldGrowAllOver(Place place) {
        grow(place, key -> key * 0x9E3779B97F4A7C15L);
    }

    private static void grow(Place place, LongUnaryOperator keys) {
        OrderedIndex index = place.index(place.tiny());
        TreeMap<Long, Long> model = new TreeMap<>();
        RandomGenerator random = place.random();
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
