package dev.mangrove.contract.ordered.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.contract.ordered.fixture.IndexFixture;
import dev.mangrove.contract.ordered.fixture.Lists;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

/** Scans, counts and verifications during changes: even keys stay, writers change odd ones. */
public abstract class ConcurrentScanContract {
    private static final int EVENS = 120;
    private static final List<Long> STABLE =
            LongStream.range(0, EVENS).map(i -> 2 * i).boxed().toList();
    private static final int SCANS = 8;

    /** An operation that the reader repeats. */
    private interface Look {
        void at(OrderedIndex index);
    }

    @Test
    void shouldScanUpwardsPastChanges(IndexFixture fixture) {
        lookWhileOthersChange(fixture, index -> check(Lists.keys(index, RangeQuery.all())));
    }

    @Test
    void shouldScanDownwardsPastChanges(IndexFixture fixture) {
        RangeQuery down = RangeQuery.all().reversed();
        lookWhileOthersChange(fixture, index -> check(Lists.keys(index, down).reversed()));
    }

    @Test
    void shouldCountPastChanges(IndexFixture fixture) {
        lookWhileOthersChange(
                fixture,
                index ->
                        assertThat(index.count(0, 2L * EVENS)).isBetween((long) EVENS, 2L * EVENS));
    }

    @Test
    void shouldFindStableKeysPastChanges(IndexFixture fixture) {
        lookWhileOthersChange(
                fixture,
                index -> {
                    for (long key : STABLE) {
                        assertThat(index.get(key)).as("key %d", key).hasValue(-key);
                    }
                });
    }

    @Test
    void shouldVerifyPastChanges(IndexFixture fixture) {
        lookWhileOthersChange(
                fixture,
                index ->
                        assertThat(index.verify().orThrow().entries())
                                .isBetween((long) EVENS, 2L * EVENS));
    }

    private static void lookWhileOthersChange(IndexFixture fixture, Look look) {
        String name = fixture.create(fixture.tiny());
        OrderedIndex filler = fixture.open(name);
        STABLE.forEach(key -> filler.put(key, -key));
        AtomicBoolean done = new AtomicBoolean();
        long seed = fixture.random().nextLong();
        fixture.together(
                3,
                (number, client) -> {
                    try (OrderedIndex index = client.open(name)) {
                        if (number == 0) {
                            lookOften(index, look, done);
                        } else {
                            change(index, new SplittableRandom(seed + number), done);
                        }
                    }
                });
    }

    private static void lookOften(OrderedIndex index, Look look, AtomicBoolean done) {
        try {
            for (int i = 0; i < SCANS; i++) {
                look.at(index);
            }
        } finally {
            done.set(true);
        }
    }

    /** Inserts the odd keys of an interval and deletes them, so that pages split and merge. */
    private static void change(OrderedIndex index, SplittableRandom random, AtomicBoolean done) {
        while (!done.get()) {
            long start = 2L * random.nextInt(EVENS - 20) + 1;
            for (long odd = start; odd < start + 40; odd += 2) {
                index.put(odd, odd);
            }
            for (long odd = start; odd < start + 40; odd += 2) {
                index.delete(odd);
            }
        }
    }

    private static void check(List<Long> keys) {
        assertThat(keys).isSorted().doesNotHaveDuplicates();
        assertThat(keys.stream().filter(key -> key % 2 == 0)).containsExactlyElementsOf(STABLE);
    }
}
