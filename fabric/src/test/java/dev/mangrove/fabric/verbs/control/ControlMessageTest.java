package dev.mangrove.fabric.verbs.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** The receiver of a control message reads the fields that the sender wrote. */
final class ControlMessageTest {
    @Test
    void shouldCarryAnEndOfAConnection() {
        ConnectionEnd end =
                new ConnectionEnd(
                        0x123456,
                        0xABCDEF,
                        0xFFFE,
                        "00000000000000000000ffff0a090001",
                        0,
                        5,
                        16,
                        15,
                        0x7FFF_0000_1000L,
                        -5,
                        0x7FFF_0000_2000L,
                        77);
        ControlMessage message = again(ControlMessage.end(ControlMessage.OFFER, end));
        assertThat(message.type()).isEqualTo(ControlMessage.OFFER);
        assertThat(message.end()).isEqualTo(end);
    }

    @Test
    void shouldCarryRegionsAndAtomics() {
        ControlMessage attached =
                again(ControlMessage.attached(65535, 1L << 40, 0x7000_0000_0000L, -9, true));
        assertThat(attached.word(0)).isEqualTo(65535);
        assertThat(attached.word(1)).isEqualTo(1L << 40);
        assertThat(attached.word(2)).isEqualTo(0x7000_0000_0000L);
        assertThat(attached.regionKey()).isEqualTo(-9);
        assertThat(attached.isServed()).isTrue();
        ControlMessage atomic = again(ControlMessage.atomic(-1, 5, Long.MIN_VALUE, 3));
        assertThat(atomic.word(0)).isEqualTo(-1);
        assertThat(atomic.word(1)).isEqualTo(5);
        assertThat(atomic.word(2)).isEqualTo(Long.MIN_VALUE);
        assertThat(atomic.word(3)).isEqualTo(3);
    }

    @Test
    void shouldCutTextThatIsTooLongAndHideControlCharacters() {
        assertThat(again(ControlMessage.refuse("no\nroom")).text()).isEqualTo("no?room");
        assertThat(again(ControlMessage.refuse("x".repeat(500))).text()).hasSize(112);
    }

    @Test
    void shouldKnowWhatIsNoMessage() {
        assertThat(ControlMessage.copyOf(ByteBuffer.allocate(128)).isGenuine()).isFalse();
        assertThat(again(ControlMessage.ready()).isGenuine()).isTrue();
    }

    private static ControlMessage again(ControlMessage message) {
        return ControlMessage.copyOf(message.bytes());
    }
}
