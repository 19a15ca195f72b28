package dev.mangrove.reproduce.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.reproduce.Bound;

import org.junit.jupiter.api.Test;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** When latency in a spike counts as settled. */
final class CellFig7Test {
    private static final int BINS = 240;

    @Test
    void shouldNeverAdaptWhileLatencyGrows() {
        double adapted = CellFig7.adaptedSeconds(medians(i -> 30 + 5.0 * i));

        assertThat(adapted).isInfinite();
        assertThat(Bound.atMost(1).holds(adapted)).isFalse();
    }

    @Test
    void shouldNeverAdaptWhileLatencyOscillates() {
        assertThat(CellFig7.adaptedSeconds(medians(i -> i % 2 == 0 ? 30 : 90))).isInfinite();
    }

    @Test
    void shouldNeverAdaptWithoutLatencies() {
        assertThat(CellFig7.adaptedSeconds(medians(i -> 0))).isInfinite();
    }

    @Test
    void shouldAdaptAtTheFirstBinFromWhichOnLatencyStays() {
        assertThat(CellFig7.adaptedSeconds(medians(i -> i < 3 || i == 7 ? 90 : 30)))
                .isEqualTo(0.09);
        assertThat(CellFig7.adaptedSeconds(medians(i -> 30))).isEqualTo(0.01);
    }

    @Test
    void shouldFailTheClaimWhereASystemTakesLongerThanASecond() {
        double adapted = CellFig7.adaptedSeconds(medians(i -> i < 105 ? 90.0 : 30));

        assertThat(adapted).isEqualTo(1.06);
        assertThat(Bound.atMost(1).holds(adapted)).isFalse();
    }

    private static double[] medians(IntToDoubleFunction ofBin) {
        return IntStream.range(0, BINS).mapToDouble(ofBin).toArray();
    }
}
