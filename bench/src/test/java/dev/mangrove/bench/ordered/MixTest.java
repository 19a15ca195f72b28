package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.Map;

final class MixTest {
    @Test
    void shouldShareOutKindsAsNamed() {
        assertThat(kinds(Mix.of("C"))).isEqualTo(Map.of(Kind.READ, 95, Kind.INSERT, 5));
        assertThat(kinds(Mix.of("d"))).isEqualTo(Map.of(Kind.READ, 50, Kind.INSERT, 50));
        assertThat(kinds(Mix.of("ycsb-e"))).isEqualTo(Map.of(Kind.SCAN, 95, Kind.INSERT, 5));
        assertThat(kinds(Mix.of("ycsb-f")))
                .isEqualTo(Map.of(Kind.READ, 50, Kind.READ_AND_WRITE, 50));
    }

    @Test
    void shouldMakeRoomForScans() {
        assertThat(kinds(Mix.of("D").withScans(20)))
                .isEqualTo(Map.of(Kind.READ, 40, Kind.INSERT, 40, Kind.SCAN, 20));
        assertThat(Mix.of("ycsb-e").withScans(95)).isEqualTo(Mix.of("ycsb-e"));
        assertThat(kinds(Mix.of("B").withScans(50)))
                .isEqualTo(Map.of(Kind.READ, 50, Kind.SCAN, 50));
    }

    @Test
    void shouldNameWhatThereIs() {
        assertThatThrownBy(() -> Mix.of("E")).hasMessageContaining("ycsb-a");
        assertThatThrownBy(() -> Mix.of("A").withScans(101))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Map<Kind, Integer> kinds(Mix mix) {
        Map<Kind, Integer> kinds = new EnumMap<>(Kind.class);
        for (int lot = 0; lot < 100; lot++) {
            kinds.merge(mix.kind(lot), 1, Integer::sum);
        }
        return kinds;
    }
}
