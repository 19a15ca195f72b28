package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.AccessMode;

import org.junit.jupiter.api.Test;

import java.util.List;
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

    @Test
    void shouldCompareAPolicyWithTheBetterModeOfTheSameRound() {
        Rates rates = new Rates();
        for (double speed : new double[] {1, 3, 2}) { // Of the machine, which varies.
            rates.byMode(AccessMode.SERVER, List.of("rate " + 10 * speed + " 0 1"));
            rates.byMode(AccessMode.CLIENT, List.of("rate " + 20 * speed + " 0 0"));
            String policy = "rate " + 9 * speed + " 0 ";
            rates.byMode(AccessMode.AUTO, List.of(policy + "0.1", policy + "0.3"));
        }
        rates.round("rate 1 0", "rate 1 0", "rate 1 0", "rate 1 0");
        Map<String, Object> figures = rates.figures();
        assertThat(figures).containsEntry("server_ops_s", 20L).containsEntry("auto_ops_s", 36L);
        assertThat((double) figures.get("auto_vs_best")).isEqualTo(0.9);
        assertThat((double) figures.get("auto_messages_per_get")).isEqualTo(0.2);
    }
}
