package dev.mangrove.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

final class PlacesInTurnTest {
    private static final List<String> PLACES =
            List.of("sim", "shm", "tcp", "sim sherman", "shm sherman", "tcp sherman", "sim fine");

    @Test
    void shouldHaveEachFabricAndEachDesignOnce() {
        for (int number = -3; number < 20; number++) {
            List<String> chosen = PlacesInTurn.some(PLACES, number);

            assertThat(chosen).hasSizeBetween(3, 4).doesNotHaveDuplicates();
            assertThat(PLACES).containsAll(chosen);
            assertThat(String.join(" ", chosen)).contains("sim", "shm", "tcp", "sherman", "fine");
        }
    }

    @Test
    void shouldChooseOtherPlacesForOtherTests() {
        assertThat(PlacesInTurn.some(PLACES, 0)).isNotEqualTo(PlacesInTurn.some(PLACES, 1));
    }
}
