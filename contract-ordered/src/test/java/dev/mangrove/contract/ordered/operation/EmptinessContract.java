package dev.mangrove.contract.ordered.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.IndexClient;
import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;

import org.junit.jupiter.api.Test;

/** An index without entries. */
public abstract class EmptinessContract {
    @Test
    void shouldFindNothing(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        for (long key : new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}) {
            assertThat(index.get(key)).isEmpty();
            assertThat(index.contains(key)).isFalse();
            assertThat(index.getOrDefault(key, 7)).isEqualTo(7);
        }
    }

    @Test
    void shouldDeleteAndReplaceNothing(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        assertThat(index.delete(1)).isFalse();
        assertThat(index.replace(1, 0, 1)).isFalse();
        assertThat(index.get(1)).isEmpty();
    }

    @Test
    void shouldRangeOverNothing(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        assertThat(Lists.all(index)).isEmpty();
        assertThat(Lists.entries(index, RangeQuery.all().reversed())).isEmpty();
        try (Cursor cursor = index.range(RangeQuery.atLeast(5))) {
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.next()).as("again").isFalse();
        }
        assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).isZero();
    }

    @Test
    void shouldBeInOrder(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        Verification found = index.verify().orThrow();
        assertThat(found.entries()).isZero();
        OrderedStatistics statistics = index.statistics();
        assertThat(statistics.entries()).isZero();
        assertThat(statistics.fill()).isZero();
        assertThat(statistics.height()).isBetween(0, 2);
    }

    @Test
    void shouldLoadNothing(IndexFixture fixture) {
        OrderedIndex index = fixture.index();
        assertThat(index.bulkLoad(Lists.stream(), 0.7)).isZero();
        assertThat(Lists.all(index)).isEmpty();
        index.verify().orThrow();
        assertThat(index.put(1, 2)).isTrue();
        assertThat(index.get(1)).hasValue(2);
    }

    @Test
    void shouldBeEmptyForOthersToo(IndexFixture fixture) {
        String name = fixture.create(fixture.options());
        try (IndexClient other = fixture.another();
                OrderedIndex view = other.open(name)) {
            assertThat(Lists.all(view)).isEmpty();
            assertThat(view.put(1, 2)).isTrue();
        }
        assertThat(fixture.open(name).get(1)).hasValue(2);
    }
}
