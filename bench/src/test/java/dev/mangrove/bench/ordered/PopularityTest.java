package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.SplittableRandom;

final class PopularityTest {
    private static final int ITEMS = 1000;
    private static final int DRAWS = 400_000;

    @Test
    void shouldDrawEveryRankEquallyOften() {
        long[] drawn = draw(Popularity.of("uniform", ITEMS));

        for (long count : drawn) {
            assertThat(count).isBetween(250L, 550L);
        }
    }

    @Test
    void shouldDrawRanksByThePowerLaw() {
        long[] drawn = draw(new Zipfian(ITEMS));
        double zeta = 0;
        for (int i = 1; i <= ITEMS; i++) {
            zeta += 1 / Math.pow(i, 0.99);
        }

        assertThat(drawn[0] / (double) DRAWS).isCloseTo(1 / zeta, within(0.01));
        assertThat(drawn[1] / (double) DRAWS).isCloseTo(1 / zeta / Math.pow(2, 0.99), within(0.01));
        long tail = 0;
        for (int i = ITEMS / 2; i < ITEMS; i++) {
            tail += drawn[i];
        }
        assertThat(tail / (double) DRAWS).isBetween(0.05, 0.15);
    }

    @Test
    void shouldSpreadPopularRanksOverAll() {
        long[] drawn = draw(Popularity.of("zipf", ITEMS));
        long most = 0;
        for (long count : drawn) {
            most = Math.max(most, count);
        }

        assertThat(most).as("skewed").isGreaterThan(DRAWS / 20);
        assertThat(drawn[0]).as("draws of the first rank").isLessThan(most);
    }

    @Test
    void shouldDrawFromMoreItemsThanATableHolds() {
        Zipfian zipfian = new Zipfian(10_000_000_000L);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1000; i++) {
            assertThat(zipfian.next(random)).isBetween(0L, 9_999_999_999L);
        }
    }

    @Test
    void shouldDrawFromASingleItem() {
        assertThat(new Zipfian(1).next(new SplittableRandom(1))).isZero();
    }

    @Test
    void shouldNameWhatThereIs() {
        assertThatThrownBy(() -> Popularity.of("normal", 1)).hasMessageContaining("zipf");
    }

    private static long[] draw(Popularity popularity) {
        SplittableRandom random = new SplittableRandom(7);
        long[] drawn = new long[ITEMS];
        for (int i = 0; i < DRAWS; i++) {
            drawn[Math.toIntExact(popularity.next(random))]++;
        }
        return drawn;
    }
}
