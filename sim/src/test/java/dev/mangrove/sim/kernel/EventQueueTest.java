package dev.mangrove.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

final class EventQueueTest {
    private static final Event EVENT =
            new Event() {
                @Override
                protected void fire(int argument) {}
            };

    private final EventQueue queue = new EventQueue();

    private record Planned(long time, long number, int argument) {}

    @Test
    void shouldHoldNothingAtFirst() {
        assertThat(queue.size()).isZero();
        assertThat(queue.isDueBy(Kernel.NEVER)).isFalse();
    }

    @Test
    void shouldKeepOrderOfEventsAtOneTime() {
        for (int i = 0; i < 1000; i++) {
            queue.add(5_000_000, EVENT, i);
        }
        assertThat(drain()).isSorted().hasSize(1000);
    }

    @Test
    void shouldTakeEarlierEventAfterLookingAtLaterOne() {
        queue.add(1_000_000_000_000L, EVENT, 2);
        assertThat(queue.isDueBy(1_000)).isFalse();
        queue.add(2_000, EVENT, 1);
        queue.add(1_000, EVENT, 0);
        assertThat(drain()).containsExactly(0, 1, 2);
    }

    @Test
    void shouldTakeEventsOfOneBucketFromWheelAndBeyondInOrder() {
        long bucket = 1L << 14;
        long beyond = EventWheel.BUCKETS * bucket;
        queue.add(beyond + 3, EVENT, 0);
        queue.add(bucket, EVENT, 1);
        assertThat(queue.isDueBy(bucket)).isTrue();
        assertThat(queue.remove()).isSameAs(EVENT);
        queue.add(beyond + 2, EVENT, 2);
        queue.add(beyond + 3, EVENT, 3);
        assertThat(drain()).containsExactly(2, 0, 3);
    }

    @Test
    void shouldNotCountLastBitOfTimeAsDue() {
        queue.add(1_001, EVENT, 0);
        assertThat(queue.isDueBy(1_000)).isFalse();
        assertThat(queue.isDueBy(1_001)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 20_000, 3_000_000, 500_000_000, 40_000_000_000L})
    void shouldAgreeWithSortedQueueWhereverTimesFall(long spread) {
        PriorityQueue<Planned> expected =
                new PriorityQueue<>(
                        Comparator.comparingLong(Planned::time).thenComparingLong(Planned::number));
        SplittableRandom random = new SplittableRandom(spread);
        long now = 0;
        for (int i = 0; i < 100_000; i++) {
            if (random.nextInt(100) < 55 || expected.isEmpty()) {
                long time = now + (random.nextLong(spread) >> random.nextInt(20));
                expected.add(new Planned(time, i, i & Event.MAX_ARGUMENT));
                queue.add(time, EVENT, i & Event.MAX_ARGUMENT);
                continue;
            }
            long until = now + random.nextLong(spread);
            Planned first = expected.element();
            boolean due = first.time <= until;
            assertThat(queue.isDueBy(until)).isEqualTo(due);
            if (due) {
                expected.remove();
                now = queue.firstTime();
                assertThat(now).isEqualTo(first.time);
                assertThat(queue.firstArgument()).isEqualTo(first.argument);
                assertThat(queue.remove()).isSameAs(EVENT);
            } else {
                now = until;
            }
            assertThat(queue.size()).isEqualTo(expected.size());
        }
    }

    private List<Integer> drain() {
        List<Integer> arguments = new ArrayList<>();
        while (queue.isDueBy(Kernel.NEVER)) {
            arguments.add(queue.firstArgument());
            assertThat(queue.remove()).isSameAs(EVENT);
        }
        return arguments;
    }
}
