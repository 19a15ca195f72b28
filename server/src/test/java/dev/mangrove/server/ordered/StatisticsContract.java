package dev.mangrove.server.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.Test;

/** Statistics are plausible. */
abstract class StatisticsContract {
    @Test
    void shouldGrowInHeight(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        index.put(0, 0);
        OrderedStatistics first = index.statistics();
        assertThat(first.height()).isBetween(1, 2);
        assertThat(first.entries()).isEqualTo(1);
        for (long key = 1; key < 300; key++) {
            index.put(key, key);
        }
        OrderedStatistics then = index.statistics();
        assertThat(then.height()).isGreaterThan(first.height()).isLessThan(12);
        assertThat(then.entries()).isEqualTo(300);
        assertThat(then.leaves()).isBetween(300L / 4, 300L);
        assertThat(then.inners()).isBetween(1L, then.leaves() + 10);
        assertThat(then.fill()).isBetween(0.25, 1.0);
    }

    @Test
    void shouldAgreeWithVerification(IndexFixture fixture) {
        OrderedIndex index = fixture.index(fixture.tiny());
        for (long key = 0; key < 300; key++) {
            index.put(key, key);
        }
        for (long key = 0; key < 300; key += 3) {
            index.delete(key);
        }
        assertThat(index.statistics().entries())
                .isEqualTo(200)
                .isEqualTo(index.verify().orThrow().entries());
    }

    @Test
    void shouldCountWhatOperationsCost(IndexFixture fixture) {
        ViewOptions bare = fixture.view().withCacheBytes(0).withInPlace(false);
        OrderedIndex index = fixture.open(fixture.create(fixture.options()), bare);
        for (long key = 0; key < 200; key++) {
            index.put(key, key);
        }
        OrderedStatistics before = index.statistics();
        for (long key = 0; key < 100; key++) {
            index.getOrDefault(key, 0);
        }
        OrderedStatistics after = index.statistics();
        assertThat(after.operations() - before.operations()).isBetween(100L, 102L);
        assertThat(after.roundTrips() - before.roundTrips()).isGreaterThanOrEqualTo(100);
        assertThat(after.bytesRead() - before.bytesRead()).isPositive();
        assertThat(after.bytesWritten()).isGreaterThanOrEqualTo(before.bytesWritten());
        assertThat(after.atomics()).isGreaterThanOrEqualTo(before.atomics());
        assertThat(after.messages()).isGreaterThanOrEqualTo(before.messages());
    }

    @Test
    void shouldCountEachViewForItself(IndexFixture fixture) {
        String name = fixture.create(fixture.options());
        OrderedIndex busy = fixture.open(name);
        for (long key = 0; key < 100; key++) {
            busy.put(key, key);
        }
        assertThat(busy.statistics().operations()).isGreaterThanOrEqualTo(100);
        OrderedIndex idle = fixture.open(name);
        assertThat(idle.statistics().operations()).isLessThan(3);
        assertThat(idle.statistics().entries()).isEqualTo(100);
    }
}
