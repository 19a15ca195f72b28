package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.SecondaryIndex;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;

/** Filling an empty index from a sorted stream. */
public abstract class BulkLoadContract {
    private static final double[] FILLS = {0.5, 0.7, 1.0};
    private static final double[] FEW_FILLS = TestSize.FULL ? FILLS : new double[] {0.7};
    private static final long KEPT_PER_SERVER = 64;
    private static final int SERVERS = 3;
    private static final ViewOptions BY_VERBS = ViewOptions.DEFAULT.withInPlace(false);

    @Test
    void shouldLoadTinyPages(IndexFixture fixture) {
        for (double fill : FEW_FILLS) {
            loadAndGoOn(fixture, fixture.tiny(), 200, fill);
        }
    }

    @Test
    void shouldLoadUsualPages(IndexFixture fixture) {
        for (double fill : FEW_FILLS) {
            loadAndGoOn(fixture, fixture.options(), 700, fill);
        }
    }

    /** The fill is so low that an inner page would get only one child. */
    @Test
    void shouldLoadPagesThatAreHardlyFilled(IndexFixture fixture) {
        for (double fill : new double[] {0.25, 0.001}) {
            loadAndGoOn(fixture, fixture.tiny(), 300, fill);
        }
    }

    @Test
    void shouldLoadAnIndexThatDeletesHaveEmptied(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        List<Long> keys = new ArrayList<>(Lists.random(fixture.random(), 1000).keySet());
        Collections.shuffle(keys, new Random(fixture.random().nextLong()));
        keys.forEach(key -> index.put(key, 1));
        Collections.shuffle(keys, new Random(fixture.random().nextLong()));
        keys.forEach(index::delete);
        NavigableMap<Long, Long> model = Lists.random(fixture.random(), 100);
        assertThat(index.bulkLoad(Lists.stream(model.entrySet()), 0.7)).isEqualTo(100);
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        assertThat(index.verify().orThrow().entries()).isEqualTo(100);
    }

    /** Another view goes on with its copies of the tree before the load. */
    @Test
    void shouldLoadAnEmptiedIndexMoreThanOnce(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex index = fixture.open(name);
        OrderedIndex other = fixture.open(name);
        for (int entries : new int[] {200, 20, 400}) {
            NavigableMap<Long, Long> model = Lists.random(fixture.random(), entries);
            assertThat(index.bulkLoad(Lists.stream(model.entrySet()), 0.7)).isEqualTo(entries);
            model.forEach((key, value) -> assertThat(other.get(key)).hasValue(value));
            assertThat(Lists.all(other)).isEqualTo(Lists.expected(model, RangeQuery.all()));
            assertThat(other.put(model.firstKey() + 1, 1)).isTrue();
            model.put(model.firstKey() + 1, 1L);
            assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 3), 0.7))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(index.verify().orThrow().entries()).isEqualTo(model.size());
            model.keySet().forEach(key -> assertThat(other.delete(key)).isTrue());
        }
        assertThat(index.verify().orThrow().spare()).isBetween(0L, 2 * KEPT_PER_SERVER * SERVERS);
    }

    @Test
    void shouldLoadAFewEntries(IndexFixture fixture) {
        for (int entries = 2; entries < 12; entries += 3) {
            OrderedIndex index = fixture.index(fixture.tiny());
            NavigableMap<Long, Long> model = Lists.random(fixture.random(), entries);
            assertThat(index.bulkLoad(Lists.stream(model.entrySet()), 1)).isEqualTo(entries);
            assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
            assertThat(index.verify().orThrow().entries()).isEqualTo(entries);
        }
    }

    @Test
    void shouldFillPagesAsFarAsAsked(IndexFixture fixture) {
        fixture.needServers();
        int entries = TestSize.FULL ? 6000 : 2000;
        List<Long> leaves = new ArrayList<>();
        for (double fill : FILLS) {
            OrderedIndex index = fixture.index();
            index.bulkLoad(Lists.stream(Lists.random(fixture.random(), entries).entrySet()), fill);
            assertThat(index.statistics().fill()).isBetween(fill - 0.15, fill + 0.05);
            leaves.add(index.statistics().leaves());
        }
        assertThat(leaves.get(0)).isGreaterThan(leaves.get(1));
        assertThat(leaves.get(1)).isGreaterThan(leaves.get(2));
    }

    @Test
    void shouldNeedFarFewerRoundTripsThanPages(IndexFixture fixture) {
        fixture.needServers();
        fixture.needViews();
        OrderedIndex index = fixture.open(fixture.create(fixture.options()), BY_VERBS);
        OrderedCosts before = index.costs();
        index.bulkLoad(Lists.stream(Lists.random(fixture.random(), 20_000).entrySet()), 0.7);
        long trips = index.costs().since(before).roundTrips();
        assertThat(trips).isLessThan(index.statistics().leaves() / 6);
    }

    /** A load asks for many pages at once; those that it leaves over must not stay with it. */
    @Test
    void shouldReturnThePagesThatALoadDidNotNeed(IndexFixture fixture) {
        fixture.needServers();
        fixture.needViews();
        String name = fixture.create(fixture.options());
        OrderedIndex index = fixture.open(name, BY_VERBS);
        OrderedIndex other = fixture.open(name, BY_VERBS);
        index.bulkLoad(Lists.stream(Lists.random(fixture.random(), 20_000).entrySet()), 0.7);
        // The index's keeper may have begun its own work, for which it keeps as many pages.
        assertThat(other.verify().orThrow().spare())
                .isLessThanOrEqualTo(2 * SERVERS * KEPT_PER_SERVER);
    }

    @Test
    void shouldBuildASecondaryIndexFromAPrimaryOne(IndexFixture fixture) {
        OrderedIndex primary = fixture.index();
        OrderedIndex target = fixture.index();
        for (long key = 0; key < 300; key++) {
            primary.put(key, key * 7 % 10);
        }
        SecondaryIndex built = SecondaryIndex.build(primary, target, (key, value) -> value);
        assertThat(built.count(Integer.MIN_VALUE, Integer.MAX_VALUE)).isEqualTo(300);
        for (int value = 0; value < 10; value++) {
            List<Long> references = new ArrayList<>();
            try (Cursor cursor = built.references(value)) {
                while (cursor.next()) {
                    references.add(cursor.value());
                }
            }
            long digit = value;
            assertThat(references).hasSize(30).isSorted();
            assertThat(references).allMatch(reference -> reference * 7 % 10 == digit);
        }
    }

    @Test
    void shouldShowOthersWhatWasLoaded(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        try (IndexClient other = fixture.another();
                OrderedIndex before = other.open(name)) {
            assertThat(Lists.all(before)).isEmpty();
            fixture.open(name).bulkLoad(Lists.stream(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 0.7);
            assertThat(before.get(7)).hasValue(~7);
            assertThat(Lists.all(before)).hasSize(10);
        }
    }

    @Test
    void shouldRejectUnsortedEntries(IndexFixture fixture) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex index = fixture.open(name);
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 3, 5, 4, 6), 0.7))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4");
        index.verify().orThrow();
        assertThat(index.put(100, 1)).isTrue();
        assertThat(index.get(100)).hasValue(1);
        assertThat(fixture.open(name).get(100)).hasValue(1);
    }

    @Test
    void shouldRejectUnsortedEntriesLateInALongStream(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
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
    void shouldRejectAKeyTwice(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 2, 3), 0.7))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRejectANonEmptyIndex(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        index.put(5, 50);
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 3), 0.7))
                .isInstanceOf(IllegalStateException.class);
        assertThat(Lists.all(index)).containsExactly(Map.entry(5L, 50L));
    }

    @Test
    void shouldRejectASecondLoad(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        index.bulkLoad(Lists.stream(1, 2, 3), 0.7);
        assertThatThrownBy(() -> index.bulkLoad(Lists.stream(4, 5, 6), 0.7))
                .isInstanceOf(IllegalStateException.class);
        assertThat(Lists.keys(index, RangeQuery.all())).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldRejectAFillThatIsNoShare(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (double fill : new double[] {0, -0.5, 1.01, Double.NaN}) {
            assertThatThrownBy(() -> index.bulkLoad(Lists.stream(1, 2, 3), fill))
                    .as("fill %s", fill)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(Lists.all(index)).isEmpty();
    }

    private static void loadAndGoOn(
            IndexFixture fixture, OrderedOptions options, int entries, double fill) {
        OrderedIndex index = fixture.index(options);
        NavigableMap<Long, Long> model = Lists.random(fixture.random(), entries);
        assertThat(index.bulkLoad(Lists.stream(model.entrySet()), fill)).isEqualTo(entries);
        assertThat(index.verify().orThrow().entries()).isEqualTo(entries);
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        for (long key : List.copyOf(model.keySet())) {
            assertThat(index.get(key)).hasValue(model.get(key));
            int lot = fixture.random().nextInt(8);
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
