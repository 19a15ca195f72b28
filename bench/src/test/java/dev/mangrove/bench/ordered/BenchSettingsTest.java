package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.AccessMode;
import dev.mangrove.index.ordered.Design;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BenchSettingsTest {
    @Test
    void shouldSurviveTheWayToAnotherProcess() {
        BenchSettings settings = settings("shm", Design.HYBRID, "zipf", null);
        BenchSettings withMode = settings("tcp", Design.COARSE, "zipf", AccessMode.CACHE_AWARE);

        assertThat(BenchSettings.parse(settings.arguments())).isEqualTo(settings);
        assertThat(BenchSettings.parse(withMode.arguments())).isEqualTo(withMode);
    }

    @Test
    void shouldRefuseWhatThereIsNot() {
        assertThatThrownBy(() -> settings("udp", Design.HYBRID, "zipf", null))
                .hasMessageContaining("shm or tcp");
        assertThatThrownBy(() -> settings("tcp", Design.HYBRID, "normal", null))
                .hasMessageContaining("zipf");
        assertThatThrownBy(() -> settings("tcp", Design.HYBRID, "zipf", AccessMode.AUTO))
                .hasMessageContaining("design must be coarse");
    }

    private static BenchSettings settings(
            String fabric, Design design, String distribution, @Nullable AccessMode mode) {
        return new BenchSettings(
                fabric,
                design,
                1000,
                2,
                3,
                Mix.of("ycsb-b").withScans(10),
                distribution,
                1.5,
                0.5,
                100,
                512,
                0.75,
                1 << 20,
                0,
                true,
                mode);
    }
}
