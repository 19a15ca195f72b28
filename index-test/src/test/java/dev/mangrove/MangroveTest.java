package dev.mangrove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Secret;

import org.junit.jupiter.api.Test;

import java.util.Map;

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

    @Test
    void shouldTakeTheSecretOfTheEnvironmentWhenNoneIsGiven() {
        Secret own = Secret.of("the caller's own");
        Map<String, String> environment = Map.of(Secret.VARIABLE, "of the environment");
        ConnectOptions none = ConnectOptions.DEFAULT;

        assertThat(Mangrove.withSecret(none, environment).secret())
                .isEqualTo(Secret.of("of the environment"));
        assertThat(Mangrove.withSecret(none.withSecret(own), environment).secret()).isEqualTo(own);
        assertThat(Mangrove.withSecret(none, Map.of()).secret()).isNull();
        assertThat(Mangrove.withSecret(none, Map.of(Secret.VARIABLE, " ")).secret()).isNull();
    }
}
