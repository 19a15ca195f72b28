package dev.mangrove.index.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

final class WireTest {
    private static final long ODD = 3;

    private final MemorySegment memory = Arena.ofAuto().allocate(128);

    @Test
    void shouldReadAHeaderAsItWasWrittenAtAnyAddress() {
        Header.write(memory, ODD, 200, Header.MORE, Status.EXISTS, -5);
        assertThat(Header.kind(memory, ODD)).isEqualTo(200);
        assertThat(Header.version(memory, ODD)).isEqualTo(Header.VERSION);
        assertThat(Header.flags(memory, ODD)).isEqualTo(Header.MORE);
        assertThat(Header.status(memory, ODD)).isEqualTo(Status.EXISTS.code());
        assertThat(Header.request(memory, ODD)).isEqualTo(-5);
    }

    @Test
    void shouldWriteTheHeaderInLittleEndianOrder() {
        Header.write(memory, 0, 0x0102, (byte) 0, Status.OK, 0x0807060504030201L);
        byte[] bytes = memory.asSlice(0, Header.BYTES).toArray(Wire.BYTE);
        assertThat(bytes)
                .containsExactly(2, 1, Header.VERSION, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void shouldReadAHeartbeatAsItWasWritten() {
        Heartbeat.writeOrigin(memory, ODD, 7, 3, 99);
        Heartbeat.writeLoad(memory, ODD, 0.5, 1.25, 0.75, 1e6, 12);
        assertThat(Heartbeat.server(memory, ODD)).isEqualTo(7);
        assertThat(Heartbeat.epoch(memory, ODD)).isEqualTo(3);
        assertThat(Heartbeat.sequence(memory, ODD)).isEqualTo(99);
        assertThat(Heartbeat.hostUtilisation(memory, ODD)).isEqualTo(0.5);
        assertThat(Heartbeat.processCores(memory, ODD)).isEqualTo(1.25);
        assertThat(Heartbeat.workerUtilisation(memory, ODD)).isEqualTo(0.75);
        assertThat(Heartbeat.messagesPerSecond(memory, ODD)).isEqualTo(1e6);
        assertThat(Heartbeat.queueLength(memory, ODD)).isEqualTo(12);
    }

    @Test
    void shouldReadHelloAndRangeAsTheyWereWritten() {
        HelloRequest.write(memory, ODD, Role.MEMBER, 7, 42);
        assertThat(HelloRequest.role(memory, ODD)).isEqualTo(Role.MEMBER);
        assertThat(HelloRequest.session(memory, ODD)).isEqualTo(7);
        assertThat(HelloRequest.client(memory, ODD)).isEqualTo(42);
        HelloAnswer.write(memory, ODD, 4, 9, -1, 10_000_000);
        assertThat(HelloAnswer.server(memory, ODD)).isEqualTo(4);
        assertThat(HelloAnswer.epoch(memory, ODD)).isEqualTo(9);
        assertThat(HelloAnswer.instance(memory, ODD)).isEqualTo(-1);
        assertThat(HelloAnswer.heartbeatNanos(memory, ODD)).isEqualTo(10_000_000);
        Range.write(memory, ODD, 1L << 50, 8);
        assertThat(Range.address(memory, ODD)).isEqualTo(1L << 50);
        assertThat(Range.length(memory, ODD)).isEqualTo(8);
    }

    @Test
    void shouldTakeApartWhatWasPutTogether() {
        byte[] bytes =
                new WireWriter()
                        .putInt(-1)
                        .putLong(Long.MIN_VALUE)
                        .putDouble(Math.PI)
                        .putBoolean(true)
                        .putText("Mangrove μ " + "x".repeat(1000))
                        .toBytes();
        WireReader reader = reader(bytes);
        assertThat(reader.getInt()).isEqualTo(-1);
        assertThat(reader.getLong()).isEqualTo(Long.MIN_VALUE);
        assertThat(reader.getDouble()).isEqualTo(Math.PI);
        assertThat(reader.getBoolean()).isTrue();
        assertThat(reader.getText()).startsWith("Mangrove μ x").hasSize(1011);
        reader.end();
    }

    @Test
    void shouldRejectAPayloadThatEndsEarlyWhereverItIsCut() {
        byte[] whole = new WireWriter().putInt(1).putLong(2).putText("three").toBytes();
        for (int length = 0; length < whole.length; length++) {
            WireReader cut = new WireReader(MemorySegment.ofArray(whole), 0, length);
            assertThatThrownBy(
                            () -> {
                                cut.getInt();
                                cut.getLong();
                                cut.getText();
                            })
                    .as("cut at %d", length)
                    .isInstanceOf(MalformedException.class);
        }
    }

    @Test
    void shouldRejectWhatIsLeftOver() {
        WireReader reader = reader(new WireWriter().putInt(1).putInt(2).toBytes());
        reader.getInt();
        assertThatThrownBy(reader::end).hasMessageContaining("bytes=4");
    }

    @Test
    void shouldRejectACountThatTheMessageCannotHold() {
        for (int count : new int[] {-1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            byte[] bytes = new WireWriter().putInt(count).putLong(0).putLong(0).toBytes();
            assertThatThrownBy(() -> reader(bytes).getCount(8))
                    .isInstanceOf(MalformedException.class)
                    .hasMessageContaining("count=" + count);
        }
    }

    @Test
    void shouldRejectTextThatIsNotUtf8() {
        byte[] bytes = {2, 0, (byte) 0xC3, (byte) 0x28};
        assertThatThrownBy(() -> reader(bytes).getText()).isInstanceOf(MalformedException.class);
    }

    @Test
    void shouldCountAnUnknownStatusAsTheServersFault() {
        assertThat(Status.of(-1)).isEqualTo(Status.INTERNAL);
        assertThat(Status.of(1000)).isEqualTo(Status.INTERNAL);
        for (Status status : Status.values()) {
            assertThat(Status.of(status.code())).isEqualTo(status);
        }
    }

    @Test
    void shouldLeadFromAddressesToServersAndChunks() {
        long address =
                dev.mangrove.fabric.Address.of(
                        AddressSpace.regionId(255, 1), AddressSpace.chunkOffset(3));
        assertThat(AddressSpace.server(address)).isEqualTo(255);
        assertThat(AddressSpace.chunkAt(255, address)).isEqualTo(3);
        assertThat(AddressSpace.chunkAt(254, address)).isEqualTo(-1);
        assertThat(AddressSpace.chunkAt(255, address + 64)).isEqualTo(-1);
        assertThatThrownBy(() -> AddressSpace.regionId(256, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static WireReader reader(byte[] bytes) {
        return new WireReader(MemorySegment.ofArray(bytes), 0, bytes.length);
    }
}
