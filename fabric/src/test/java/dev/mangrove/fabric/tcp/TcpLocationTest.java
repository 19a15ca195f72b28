package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;

final class TcpLocationTest {
    @Test
    void shouldTakeSettingsOfTheListener() {
        TcpLocation location = TcpLocation.of(URI.create("tcp://[::1]:77?io=3&spin=0"));
        assertThat(location).isEqualTo(new TcpLocation("[::1]", 77, 3, 0));
        assertThat(location.address().getAddress().isLoopbackAddress()).isTrue();
        assertThat(location.uri(78)).hasToString("tcp://[::1]:78");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp:host:1",
                "tcp://host",
                "shm:name",
                "tcp://:1",
                "tcp://host:1?io=0",
                "tcp://host:1?io=65",
                "tcp://host:1?spin=-1",
                "tcp://host:1?spin",
                "tcp://host:1?threads=2"
            })
    void shouldRejectWhatIsNoLocation(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TcpLocation.of(URI.create(text)));
    }
}
