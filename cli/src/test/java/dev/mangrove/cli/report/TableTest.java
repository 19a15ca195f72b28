package dev.mangrove.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void shouldAlignTextLeftAndNumbersRight() {
        Table table =
                new Table("design", "ops/s", "µs")
                        .row("fine", 812_000, 1.234)
                        .row("coarse", 95, 120.55);

        assertThat(table)
                .hasToString(
                        """
                        design    ops/s     µs
                        ------  -------  -----
                        fine    812,000  1.234
                        coarse       95  120.6
                        """);
    }

    @Test
    void shouldShowADashForWhatIsAbsent() {
        Table table = new Table("a", "b").row(null, Double.NaN);

        assertThat(table.toString().lines().toList()).last().isEqualTo("-  -");
    }

    @Test
    void shouldKeepFourSignificantDigitsOfFractions() {
        Table table = new Table("x").row(0.0).row(0.0001234).row(0.5).row(12_345.6);

        assertThat(table.toString().lines().skip(2).map(String::strip))
                .containsExactly("0.000", "1.23e-04", "0.500", "12,346");
    }

    @Test
    void shouldRejectRowThatDoesNotFit() {
        Table table = new Table("a", "b");

        assertThatThrownBy(() -> table.row(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("columns=2, cells=1");
    }
}
