package dev.mangrove.bench.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

final class MedianTest {
    @Test
    void shouldTakeTheMiddleValueInAnyOrder() {
        assertThat(Median.of(9, 1, 5)).isEqualTo(5);
        assertThat(Median.of(List.of(7.0, 1.0, 2.0, 4.0))).isEqualTo(3);
    }

    @Test
    void shouldBeNotANumberWhenThereAreNoValues() {
        assertThat(Median.of()).isNaN();
    }
}
