package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;

/** Filling an empty index from a sorted stream. */
abstract class BulkLoadContract {
    private static final double[] FILLS = {0.5, 0.7, 1.0};

    @Test
    void shouldLoadTinyPages(Place place) {
        for (double fill : FILLS) {
            loadAndGoOn(place, place.tiny(), 200, fill);
        }
    }

    @Test
    void shouldLoadUsualPages(Place place) {
        for (double fill : FILLS) {
            loadAndGoOn(place, place.options(), 700, fill);
        }
    }

    /** So small a share that an inner page would get no more than one child. */
    @Test
    void shouldLoadPagesThatAreHardlyFilled(Place place) {
        for (double fill : new double[] {0.25, 0.001}) {
            loadAndGoOn(place, place.tiny(), 300, fill);
        }
    }

    @Test
    void shouldLoadAnIndexThatDeletesHaveEmptied(Place place) {
        OrderedIndex index = place.index(place.tiny());
        List<Long> keys = new ArrayList<>(Lists.random(place.random(), 1000).keySet());
        Collections.shuffle(keys, new Random(place.random().nextLong()));
        keys.forEach(key -> index.put(key, 1));
        Collections.shuffle(keys, new Random(place.random().nextLong()));
        keys.forEach(index::delete);
        NavigableMap<Long, Long> model = Lists.random(place.random(), 100);
        assertThat(index.bulkLoad(Lists.stream(model.entrySet()), 0.7)).isEqualTo(100);
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        assertThat(index.verify().orThrow().entries()).isEqualTo(100);
    }

    @Test
    void shouldLoadAFewEntries(Place place) {
        for (int entries = 2; entries < 12; entries += 3) {
            OrderedIndex index = place.index(place.tiny());
            NavigableMap<Long, Long> model = Lists.random(place.random(), entries);
            assertThat(index.bulkLoad(Lists.stream(model.entrySet()), 1)).isEqualTo(entries);
            assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
            assertThat(index.verify().orThrow().entries()).isEqualTo(entries);
        }
    }

    @Test
    void shouldFillPagesAsFarAsAsked(Place place) {
        place.needServers();
        List<Long> leaves = new ArrayList<>();
        for (double fill : FILLS) {
            OrderedIndex index = place.index();
            index.bulkLoad(Lists.stream(Lists.random(place.random(), 6000).entrySet()), fill);
            assertThat(index.statistics().fill()).isBetween(fill - 0.15, fill + 0.05);
            leaves.add(index.statistics().leaves());
        }
        assertThat(leaves.get(0)).isGreaterThan(leaves.get(1));
        assertThat(leaves.get(1)).isGreaterThan(leaves.get(2));
    }

    @Test
    void shouldShowOthersWhatWasLoaded(Place place) {
        String name = place.create(place.tiny());
        try (Client other = place.another();
                OrderedIndex before = other.open(name)) {
            assertThat(Lists.all(before)).isEmpty();
            place.open(name).bulkLoad(Lists.stream(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 0.7);
            assertThat(before.get(7)).hasValue(~7);
            assertThat(Lists.all(before)).hasSize(10);
        }
    }

    @Test
    void shouldRejectUnsortedEntries(Place place) {
        String name = place.create(place.tiny());
        OrderedIndex index = place.open(name);
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 3, 5, 4, 6), 0.7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4");
        index.verify().orThrow();
        assertThat(index.put(100, 1)).isTrue();
        assertThat(index.get(100)).hasValue(1);
        assertThat(place.open(name).get(100)).hasValue(1);
    }

    @Test
    void shouldRejectUnsortedEntriesLateInALongStream(Place place) {
        OrderedIndex index = place.index(place.tiny());
        List<Map.Entry<Long, Long>> entries = new ArrayList<>();
        for (long key = 0; key < 2000; key++) {
            entries.add(Map.entry(key == 1990 ? 5 : key, key));
        }
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(entries), 0.7))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(index.verify().orThrow().entries()).as("nothing is kept").isZero();
        assertThat(index.bulkLoad(Lists.stream(1, 2, 3), 0.7)).isEqualTo(3);
        index.put(-1, 1);
        assertThat(index.get(-1)).hasValue(1);
    }

    @Test
    void shouldRejectAKeyTwice(Place place) {
        OrderedIndex index = place.index(place.tiny());
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 2, 3), 0.7))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRejectANonEmptyIndex(Place place) {
        OrderedIndex index = place.index(place.tiny());
        index.put(5, 50);
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 3), 0.7))
                .isInstanceOf(IllegalStateException.class);
        assertThat(Lists.all(index)).containsExactly(Map.entry(5L, 50L));
    }

    @Test
    void shouldRejectASecondLoad(Place place) {
        OrderedIndex index = place.index(place.tiny());
        index.bulkLoad(Lists.stream(1, 2, 3), 0.7);
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(4, 5, 6), 0.7))
                .isInstanceOf(IllegalStateException.class);
        assertThat(Lists.keys(index, RangeQuery.all())).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldRejectAFillThatIsNoShare(Place place) {
        OrderedIndex index = place.index(place.tiny());
        for (double fill : new double[] {0, -0.5, 1.01, Double.NaN}) {
            assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 3), fill))
                    .as("fill %s", fill)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Lists.all(index)).isEmpty();
    }

    private static void loadAndGoOn(Place place, OrderedOptions options, int entries, double fill) {
        OrderedIndex index = place.index(options);
        NavigableMap<Long, Long> model = Lists.random(place.random(), entries);
        assertThat(index.bulkLoad(Lists.stream(model.entrySet()), fill)).isEqualTo(entries);
        assertThat(index.verify().orThrow().entries()).isEqualTo(entries);
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        for (long key : List.copyOf(model.keySet())) {
            assertThat(index.get(key)).hasValue(model.get(key));
            int lot = place.random().nextInt(8);
            if (lot == 0) {
                assertThat(index.delete(key)).isEqualTo(model.remove(key) != null);
            } else if (lot == 1) {
                long near = key ^ 1;
                assertThat(index.put(near, 1)).isEqualTo(model.put(near, 1L) == null);
            }
        }
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        assertThat(index.verify().orThrow().entries()).isEqualTo(model.size());
    }
}
