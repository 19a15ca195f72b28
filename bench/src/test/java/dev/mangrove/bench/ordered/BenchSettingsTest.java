package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.index.ordered.Design;

import org.junit.jupiter.api.Test;

final class BenchSettingsTest {
    @Test
    void shouldSurviveTheWayToAnotherProcess() {
        BenchSettings settings = settings("shm", "zipf");

        assertThat(BenchSettings.parse(settings.arguments())).isEqualTo(settings);
    }

    @Test
    void shouldRefuseWhatThereIsNot() {
        assertThatThrownBy(() -> settings("udp", "zipf")).hasMessageContaining("shm or tcp");
        assertThatThrownBy(() -> settings("tcp", "normal")).hasMessageContaining("zipf");
    }

    private static BenchSettings settings(String fabric, String distribution) {
        return new BenchSettings(
                fabric,
                Design.HYBRID,
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
                true);
    }
}
