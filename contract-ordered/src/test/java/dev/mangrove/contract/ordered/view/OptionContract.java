package dev.mangrove.contract.ordered.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.catalogue.IndexDescriptor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;

/** The options of an index's creation apply to all its views. */
public abstract class OptionContract {
    private static final int[] PAGE_SIZES = {512, 1024, 4096};

    @Test
    void shouldWorkInPagesOfAnySize(IndexFixture fixture) {
        for (int bytes : PAGE_SIZES) {
            fillAndReopen(fixture, fixture.options().withPageSize(bytes));
        }
    }

    @Test
    void shouldRecordDesignAndPageSize(IndexFixture fixture) {
        String name = fixture.create(fixture.options().withPageSize(4096));
        try (Session session = ClientAccess.of(fixture.client().mangrove()).session()) {
            IndexDescriptor found = session.catalogue().open(name);
            assertThat(found.spec().design()).isEqualTo(fixture.design().text());
            assertThat(found.spec().pageSize()).isEqualTo(4096);
        }
    }

    @Test
    void shouldMakeFlatterTreesOfLargerPages(IndexFixture fixture) {
        fixture.needServers();
        NavigableMap<Long, Long> model = Lists.random(fixture.random(), 3000);
        long[] pages = new long[PAGE_SIZES.length];
        for (int i = 0; i < PAGE_SIZES.length; i++) {
            OrderedIndex index = fixture.index(fixture.options().withPageSize(PAGE_SIZES[i]));
            index.bulkLoad(Lists.stream(model.entrySet()), 0.7);
            pages[i] = index.verify().orThrow().pages();
        }
        assertThat(pages[0]).isGreaterThan(pages[1]);
        assertThat(pages[1]).isGreaterThan(pages[2]);
    }

    @Test
    void shouldRejectPagesOfOddSizes(IndexFixture fixture) {
        for (int bytes : new int[] {0, 256, 1000, 8192}) {
            assertThatThrownBy(
                            () ->
                                    fixture.client()
                                            .create(
                                                    fixture.newName(),
                                                    fixture.options().withPageSize(bytes)))
                    .as("%d bytes", bytes)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldShareKeysOutByWeight(IndexFixture fixture) {
        double[] weights = {80, 15, 5};
        Partitioning shares =
                Partitioning.byKey(
                        Long.MIN_VALUE, Long.MAX_VALUE, Arrays.copyOf(weights, fixture.servers()));
        fillAndReopen(fixture, fixture.tiny().withPartitioning(shares));
    }

    @Test
    void shouldShareKeysOutByBounds(IndexFixture fixture) {
        List<Long> bounds = List.of(-5L, 1L << 60).subList(0, fixture.servers() - 1);
        Partitioning shares = new Partitioning(false, bounds);
        fillAndReopen(fixture, fixture.tiny().withPartitioning(shares));
    }

    @Test
    void shouldShareKeysOutByHash(IndexFixture fixture) {
        Partitioning shares =
                Partitioning.byHash(Arrays.copyOf(new double[] {3, 2, 1}, fixture.servers()));
        fillAndReopen(fixture, fixture.tiny().withPartitioning(shares));
    }

    @Test
    void shouldLoadInBulkWhenSharedOutByHash(IndexFixture fixture) {
        Partitioning shares =
                Partitioning.byHash(Arrays.copyOf(new double[] {1, 1, 1}, fixture.servers()));
        OrderedIndex index = fixture.index(fixture.tiny().withPartitioning(shares));
        NavigableMap<Long, Long> model = Lists.random(fixture.random(), 500);
        index.bulkLoad(Lists.stream(model.entrySet()), 0.7);
        assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
        model.forEach((key, value) -> assertThat(index.get(key)).hasValue(value));
    }

    @Test
    void shouldWorkWithAnyIntervalOfHeadNodes(IndexFixture fixture) {
        for (int leaves : new int[] {0, 1, 64}) {
            fillAndReopen(fixture, fixture.tiny().withHeadInterval(leaves));
        }
    }

    private static void fillAndReopen(IndexFixture fixture, OrderedOptions options) {
        NavigableMap<Long, Long> model = Lists.random(fixture.random(), 150);
        for (long key = -10; key < 10; key++) {
            model.put(key, key);
        }
        String name = fixture.create(options);
        Lists.putAll(fixture.open(name), model, fixture.random());
        try (IndexClient other = fixture.another();
                OrderedIndex index = other.open(name)) {
            model.forEach((key, value) -> assertThat(index.get(key)).hasValue(value));
            assertThat(Lists.all(index)).isEqualTo(Lists.expected(model, RangeQuery.all()));
            RangeQuery some = new RangeQuery(-7, 1L << 61, true, 100);
            assertThat(Lists.entries(index, some)).isEqualTo(Lists.expected(model, some));
            assertThat(index.count(-7, 1L << 61))
                    .isEqualTo(model.subMap(-7L, true, 1L << 61, true).size());
            assertThat(index.verify().orThrow().entries()).isEqualTo(model.size());
        }
    }
}
