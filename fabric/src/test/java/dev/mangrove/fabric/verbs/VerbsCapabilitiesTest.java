package dev.mangrove.fabric.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Capabilities;
import dev.mangrove.fabric.verbs.device.DeviceInfo;

import org.junit.jupiter.api.Test;

import java.util.List;

final class VerbsCapabilitiesTest {
    @Test
    void shouldTakeNoMorePiecesThanTheDeviceDoes() {
        assertThat(of(32, 32).localPieces()).isEqualTo(VerbsFabric.MOST_PIECES);
        assertThat(of(4, 32).localPieces()).isEqualTo(4);
        assertThat(of(30, 1).localPieces()).isEqualTo(1);
    }

    @Test
    void shouldTakeOnePieceWhereTheDeviceDoesNotSay() {
        assertThat(of(16, 0).localPieces()).isEqualTo(1);
        assertThat(of(0, 0).localPieces()).isEqualTo(1);
    }

    @Test
    void shouldDeclareNoInterleavedKeys() {
        assertThat(of(32, 32).interleavedKeys()).isFalse();
    }

    private static Capabilities of(int pieces, int piecesOfReads) {
        return VerbsFabric.capabilitiesOf(
                new DeviceInfo(
                        "card0",
                        "1.0",
                        0x02C9,
                        DeviceInfo.Atomics.DEVICE,
                        16,
                        16,
                        32_768,
                        pieces,
                        piecesOfReads,
                        1 << 22,
                        1L << 40,
                        0,
                        List.of()));
    }
}
