package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.AccessMode;
import dev.mangrove.index.ordered.Design;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Map;

/** Runs {@code bench ordered} with all processes, on little data. */
final class OrderedBenchTest {
    private static final boolean MATRIX =
            Boolean.getBoolean("mangrove.matrix") || Boolean.getBoolean("mangrove.full");
    private static final double TURN_SECONDS = MATRIX ? 1 : 0.25;

    @ParameterizedTest
    @CsvSource("shm, COARSE, ycsb-a, zipf")
    void shouldMeasureAndVerify(String fabric, Design design, String mix, String distribution) {
        measureAndVerify(fabric, design, mix, distribution);
    }

    @ParameterizedTest
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    @CsvSource({
        "shm, SHERMAN, ycsb-a, zipf",
        "tcp, COARSE, A, uniform",
        "shm, FINE, D, uniform",
        "tcp, HYBRID, B, uniform",
        "shm, COARSE, C, zipf",
        "shm, HYBRID, ycsb-e, zipf",
        "tcp, FINE, ycsb-a, uniform",
        "tcp, CELL, ycsb-a, uniform"
    })
    void shouldMeasureAndVerifyOtherDesigns(
            String fabric, Design design, String mix, String distribution) {
        measureAndVerify(fabric, design, mix, distribution);
    }

    private static void measureAndVerify(
            String fabric, Design design, String mix, String distribution) {
        BenchSettings settings =
                new BenchSettings(
                        fabric,
                        design,
                        20_000,
                        2,
                        2,
                        Mix.of(mix),
                        distribution,
                        0.2,
                        0.1,
                        20,
                        1024,
                        0.8,
                        1 << 20,
                        design == Design.HYBRID ? 0 : 1,
                        true,
                        design.isChangedByServers() ? AccessMode.AUTO : null);

        OrderedReport report = new OrderedBench(settings, TURN_SECONDS).run();

        assertThat(report.faults()).isEmpty();
        Map<String, Object> json = report.toJson();
        assertThat((long) json.get("operations")).isPositive();
        assertThat((long) json.get("verified_entries")).isGreaterThanOrEqualTo(20_000);
        assertThat((double) json.get("memory_bytes_per_entry")).isGreaterThan(16);
        if (settings.rounds() > 0) {
            assertThat((double) json.get("getall64_vs_get")).isPositive();
            assertThat(json.containsKey("get_vs_raw_read")).isEqualTo(fabric.equals("shm"));
            assertThat(json.containsKey("auto_vs_best")).isEqualTo(design.isChangedByServers());
            assertThat(json).containsKey("handle_cost_ns");
            assertThat((double) json.get("all_clients_vs_one")).isPositive();
            assertThat((double) json.get("allocated_bytes_per_operation")).isLessThan(1);
        }
        assertThat(report.toString()).contains("per second", "entries verified");
    }
}
