package dev.mangrove.bench.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.AccessMode;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Runs {@code bench spatial} with every policy, on little data. */
final class SpatialBenchTest {
    @Test
    void shouldMeasureBesideOtherLibraries() {
        Map<String, Object> figures = run("shm", AccessMode.CLIENT, true);
        assertThat(figures).containsKeys("window_vs_hprtree", "insert_vs_rtree2");
        assertThat((Double) figures.get("window_vs_hprtree")).isPositive();
        assertThat((Double) figures.get("insert_vs_rtree2")).isPositive();
        assertThat((Double) figures.get("pages_per_window")).isGreaterThan(1);
    }

    @Test
    void shouldMeasureMessagesAndCopies() {
        assertThat((Double) run("shm", AccessMode.SERVER, false).get("windows_per_second"))
                .isPositive();
        assertThat((Double) run("tcp", AccessMode.CLIENT, false).get("windows_per_second"))
                .isPositive();
    }

    @Test
    void shouldFindTheSameAsASearchWithoutATree() {
        assertThat(run("tcp", AccessMode.AUTO, false))
                .containsEntry("checked_windows", 200)
                .containsEntry("wrong_windows", 0L);
    }

    @Test
    void shouldRefuseNonsense() {
        assertThatIllegalArgumentException().isThrownBy(() -> run("udp", AccessMode.CLIENT, false));
    }

    private static Map<String, Object> run(String fabric, AccessMode access, boolean compare) {
        return new SpatialBench(
                        new SpatialSettings(
                                fabric,
                                SpatialOptions.of(SpatialDesign.HILBERT),
                                SpatialViewOptions.DEFAULT.withAccess(access),
                                5000,
                                0.01,
                                2,
                                0.05,
                                "random",
                                200,
                                compare))
                .run()
                .toJson();
    }
}
