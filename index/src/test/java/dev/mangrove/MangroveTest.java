package dev.mangrove;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MangroveTest {
    @Test
    void shouldSayWhatIsMissingWhenThereIsNoServerToEmbed() {
        assertThatThrownBy(Mangrove::embedded)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("mangrove-server");
    }

    @Test
    void shouldSayWhatIsWrongWithAnAddress() {
        assertThatThrownBy(() -> Mangrove.connect("main"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shm:NAME");
        assertThatThrownBy(() -> Mangrove.connect("pigeon:main"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no such fabric: pigeon");
    }
}
