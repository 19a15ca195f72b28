package dev.mangrove.index.rtree.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.rtree.page.EntryBlock;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

final class NearestObjectsTest {
    private final SplittableRandom random = new SplittableRandom(5);
    private final NearestObjects nearest = new NearestObjects();
    private final EntryBlock one = new EntryBlock();

    @Test
    void shouldKeepTheNearestOfAllThatWereOffered() {
        for (int round = 0; round < 500; round++) {
            int wanted = random.nextInt(1, NearestObjects.MOST + 1);
            Map<Long, Double> distances = new HashMap<>();
            nearest.begin(wanted);
            int offers = random.nextInt(200);
            for (int i = 0; i < offers; i++) {
                long id = random.nextLong(100);
                double distance = random.nextInt(1_000);
                distances.merge(id, distance, Math::min);
                offer(id, distance);
            }

            List<Double> expected = distances.values().stream().sorted().limit(wanted).toList();
            assertThat(nearest.bound())
                    .isEqualTo(
                            expected.size() < wanted
                                    ? Double.POSITIVE_INFINITY
                                    : expected.getLast());
            List<Double> taken = new ArrayList<>();
            while (nearest.hasNext()) {
                double distance = nearest.nextDistance();
                nearest.take();
                assertThat(nearest.distance()).isEqualTo(distance);
                assertThat(distances.get(nearest.id())).isEqualTo(distance);
                assertThat(nearest.border(0)).isEqualTo(distance);
                taken.add(distance);
            }
            assertThat(taken).isEqualTo(expected);
        }
    }

    /** An object that is moved while it is looked for may turn up again, also nearer. */
    @Test
    void shouldNeitherRepeatNorLoseWhatWasTaken() {
        nearest.begin(3);
        offer(1, 10);
        offer(2, 20);
        offer(3, 30);
        nearest.take();

        offer(1, 5);
        offer(1, 25);
        offer(4, 8);

        assertThat(nearest.id()).isEqualTo(1);
        assertThat(nearest.distance()).isEqualTo(10);
        nearest.take();
        assertThat(nearest.id()).isEqualTo(4);
        nearest.take();
        assertThat(nearest.id()).isEqualTo(2);
        assertThat(nearest.hasNext()).isFalse();
    }

    @Test
    void shouldHoldNothingIfManyAreWanted() {
        nearest.begin(NearestObjects.MOST + 1);
        offer(1, 1);

        assertThat(nearest.hasNext()).isFalse();
        assertThat(nearest.bound()).isInfinite();
    }

    private void offer(long id, double distance) {
        one.clear().add(distance, distance, distance, distance, id, 0);
        nearest.offer(one, 0, distance);
    }
}
