package dev.mangrove.sim.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class AssemblerTest {
    private static final long CYCLE = 1_000;

    /** Packets of 128 B, segments of 4 B, a cycle of a nanosecond. */
    private static Assembler assembler(int segments) {
        return new Assembler(
                Profile.named("base")
                        .with("nic.selections", 2)
                        .with("nic.mtu_bytes", 128)
                        .with("nic.segment_mhz", 1_000)
                        .with("nic.segments", segments));
    }

    @Test
    void shouldTakeACycleForEachRowOfWordsOfAPacket() {
        assertThat(assembler(8).assemble(0, 0, 128)).isEqualTo(4 * CYCLE);
        assertThat(assembler(7).assemble(0, 0, 128)).isEqualTo(5 * CYCLE);
        assertThat(assembler(8).assemble(0, 0, 2 * 128 + 4)).isEqualTo(9 * CYCLE);
    }

    @Test
    void shouldAssembleOnePacketAfterTheOther() {
        Assembler assembler = assembler(8);

        assembler.assemble(0, 0, 128);

        assertThat(assembler.assemble(0, 0, 128)).isEqualTo(8 * CYCLE);
    }

    @Test
    void shouldEndAPacketAfterItsLastByteHasArrived() {
        assertThat(assembler(8).assemble(0, 100 * CYCLE, 1280)).isEqualTo(104 * CYCLE);
    }

    @Test
    void shouldTakeNoTimeWhereSegmentsAreNotCounted() {
        assertThat(assembler(0).assemble(0, 77, 1 << 20)).isEqualTo(77);
        Profile listing = Profile.named("base").with("nic.selections", 1).with("nic.segments", 1);
        assertThat(new Assembler(listing).assemble(0, 77, 1 << 20)).isEqualTo(77);
    }
}
