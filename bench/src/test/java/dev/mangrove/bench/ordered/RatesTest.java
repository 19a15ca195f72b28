package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Figures of rounds. */
final class RatesTest {
    @Test
    void shouldGiveTheCostOfAHandleInNanoseconds() {
        Rates rates = new Rates();
        rates.round("rate 2e6 0", "rate 4e6 0", "rate 1e6 0", "rate 1e6 0");
        rates.round("rate 2e6 0", "rate 4e6 0", "rate 1.9e6 0", "rate 1e6 0");
        rates.round("rate 1e7 0", "rate 4e6 0", "rate 8e6 0", "rate 1e6 0");
        rates.rawReads("rate 4e6 0");
        Map<String, Object> figures = rates.figures();
        assertThat((double) figures.get("handle_cost_ns")).isEqualTo(26.316);
        assertThat((double) figures.get("get_vs_raw_read")).isEqualTo(0.5);
        assertThat((double) figures.get("getall64_vs_get")).isEqualTo(2);
    }
}
