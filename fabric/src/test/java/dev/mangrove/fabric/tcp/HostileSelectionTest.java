package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.socket.ErrorCode;
import dev.mangrove.fabric.socket.Frame;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.ByteBuffer;

/**
 * A client that sends bad selections reads and writes nothing outside of its regions, and does not
 * keep the I/O thread from other clients.
 */
final class HostileSelectionTest {
    private static final long SIZE = 1 << 20;
    private static final long UNTOUCHED = 0x0123_4567_89AB_CDEFL;
    private static final int FIRST_FRAME = 3;
    private static final int REQUESTS = 14;

    private final Fabric fabric = new TcpProvider().open(Host.system());
    private final Target target =
            fabric.listen(TargetOptions.at(URI.create("tcp://127.0.0.1:0?io=1")));
    private final Region region = target.allocate(1, SIZE, Placement.HOST);
    private final Endpoint endpoint = fabric.endpoint(EndpointOptions.DEFAULT);
    private final Channel honest = endpoint.connect(target.uri());
    private final RawPeer hostile = RawPeer.admitted(target.uri(), null);

    HostileSelectionTest() throws IOException {}

    @BeforeEach
    void connect() throws IOException {
        region.memory().set(ValueLayout.JAVA_LONG, SIZE - 8, UNTOUCHED);
        honest.attach(region.handle());
        hostile.attach(region.handle());
    }

    @AfterEach
    void shouldNotHaveHarmedOthers() throws IOException {
        hostile.close();
        Batch batch = honest.batch(2);
        int write = batch.writeLong(at(64), 7);
        int add = batch.fetchAndAdd(at(64), 1);
        batch.execute();
        assertThat(write).isZero();
        assertThat(batch.result(add)).isEqualTo(7);
        assertThat(region.memory().get(ValueLayout.JAVA_LONG, SIZE - 8)).isEqualTo(UNTOUCHED);
        fabric.close();
    }

    @Test
    void shouldCarryOutAWellFormedGather() throws IOException {
        region.memory().set(ValueLayout.JAVA_LONG, 128, 5);
        hostile.send(Frame.REQUESTS, strided(Verb.GATHER, 16, at(64), 2, word(-1, 64), word(8, 0)));
        RawPeer.Heard answer = hostile.hear();
        assertThat(answer.type()).isEqualTo(Frame.ANSWER);
        assertThat(answer.word(0)).isEqualTo(1);
        assertThat(answer.word(2)).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0, // no kind
                1L << 32 | 1 << 16 | 4, // unknown kind
                1L << 32 | 1, // no parts
                1L << 32 | 65 << 16 | 1, // too many parts
                1 << 16 | 1, // no rows
                -1L << 32 | 1 << 16 | 1, // rows below 0
                (16_385L << 32) | 1 << 16 | 2, // too many rows
                (1_048_577L << 32) | 1 << 16 | 3,
                1L << 32 | 1 << 16 | 1 << 8 | 1, // mode of rows that have none
                1L << 32 | 1 << 16 | 2 << 8 | 3
            })
    void shouldEndOnAnOperandThatIsNoSelection(long operand) throws IOException {
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.GATHER, 8, at(0), operand, 64, 8L << 32));
        hostile.expectEnd();
    }

    @Test
    void shouldEndOnARequestWithoutItsOperand() throws IOException {
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.GATHER, 8, at(0)));
        hostile.expectEnd();
    }

    @Test
    void shouldEndOnADescriptionThatLeavesItsFrame() throws IOException {
        long operand = 1000L << 32 | 1 << 16 | WireSelection.POINTED;
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.GATHER, 8000, at(0), operand, 64));
        hostile.expectEnd();
    }

    @Test
    void shouldEndOnAPayloadThatTheSelectionDoesNotHave() throws IOException {
        hostile.send(Frame.REQUESTS, strided(Verb.GATHER, 24, at(64), 2, word(-1, 64), word(8, 0)));
        hostile.expectEnd();
    }

    @Test
    void shouldEndOnRunsThatAreEmptyOverlapOrLeaveThePeriod() throws IOException {
        long[][] bad = {
            {word(0, 0), word(8, 0)},
            {word(8, 0), word(8, 4)},
            {word(8, 60), word(8, 60)},
            {word(8, -8), word(8, 0)},
            {word(Integer.MAX_VALUE, 8), word(8, 0)}
        };
        for (long[] runs : bad) {
            try (RawPeer peer = RawPeer.admitted(target.uri(), null)) {
                peer.attach(region.handle());
                peer.send(
                        Frame.REQUESTS,
                        strided(Verb.GATHER, 16, at(64), 1, word(-1, 64), runs[0], runs[1]));
                peer.expectEnd();
            }
        }
    }

    @Test
    void shouldEndOnGuardsAndPeriodsThatAreNone() throws IOException {
        for (long bad : new long[] {word(4, 64), word(64, 64), word(-2, 64), word(-1, 0)}) {
            try (RawPeer peer = RawPeer.admitted(target.uri(), null)) {
                peer.attach(region.handle());
                peer.send(Frame.REQUESTS, strided(Verb.GATHER, 8, at(64), 1, bad, word(8, 0)));
                peer.expectEnd();
            }
        }
    }

    @Test
    void shouldRefuseRowsBeyondTheRegion() throws IOException {
        long rows = SIZE / 64;
        hostile.send(
                Frame.REQUESTS,
                strided(Verb.GATHER, (int) rows * 8, at(64), rows, word(-1, 64), word(8, 0)));
        expectError(Kind.OUT_OF_BOUNDS);
    }

    @ParameterizedTest
    @ValueSource(longs = {SIZE - 7, SIZE, Address.MAX_OFFSET})
    void shouldRefuseAPointerOutOfBoundsBeforeTheFirstByte(long offset) throws IOException {
        long operand = 2L << 32 | 1 << 16 | WireSelection.POINTED;
        ByteBuffer scatter =
                RawPeer.bytes()
                        .put(
                                RawPeer.request(
                                        Verb.SCATTER,
                                        16,
                                        at(SIZE - 8),
                                        operand,
                                        word(-1, 64),
                                        word(8, 0),
                                        at(SIZE - 8),
                                        at(offset)))
                        .putLong(1)
                        .putLong(2)
                        .flip();
        hostile.send(Frame.REQUESTS, scatter);
        expectError(Kind.OUT_OF_BOUNDS);
    }

    @Test
    void shouldRefuseColumnsOfRegionsThatAreNotAttached() throws IOException {
        target.allocate(2, 4096, Placement.HOST);
        long operand = 64L << 32 | 2 << 16 | 1 << 8 | WireSelection.MAPPED;
        hostile.send(
                Frame.REQUESTS,
                RawPeer.request(Verb.GATHER, 16, at(0), operand, at(0), 8, Address.of(2, 0), 8, 1));
        expectError(Kind.BAD_KEY);
    }

    @Test
    void shouldEndOnColumnsWithoutWidth() throws IOException {
        for (long width : new long[] {0, -1, 1L << 32}) {
            try (RawPeer peer = RawPeer.admitted(target.uri(), null)) {
                peer.attach(region.handle());
                long operand = 64L << 32 | 1 << 16 | WireSelection.MAPPED;
                peer.send(
                        Frame.REQUESTS,
                        RawPeer.request(Verb.GATHER, 8, at(0), operand, at(0), width, 1));
                peer.expectEnd();
            }
        }
    }

    @Test
    void shouldRefuseAMisalignedGuard() throws IOException {
        hostile.send(Frame.REQUESTS, strided(Verb.GATHER, 8, at(4), 1, word(0, 64), word(8, 0)));
        expectError(Kind.MISALIGNED);
    }

    @Test
    void shouldNotWriteToARegionReleasedInTheMiddleOfAScatter() throws IOException {
        Region second = target.allocate(2, 4096, Placement.HOST);
        hostile.attach(second.handle());
        ByteBuffer scatter =
                strided(Verb.SCATTER, 16, Address.of(2, 0), 2, word(-1, 64), word(8, 0));
        int bytes = scatter.remaining() + 16;
        hostile.send(Frame.REQUESTS, bytes, FIRST_FRAME + 1, 0, scatter);
        hostile.send(RawPeer.bytes().putLong(1).flip());
        target.release(second);
        hostile.send(RawPeer.bytes().putLong(2).flip());
        expectError(Kind.BAD_KEY);
    }

    /**
     * A frame writes a word, gathers many fragments and writes another word. Its answers fit into
     * one turn, so only the bound on fragments lets another client see the first word without the
     * second. That client may be late, so there are several attempts.
     */
    @Test
    void shouldServeOthersBetweenTheFragmentsOfOneFrame() throws IOException {
        boolean served = false;
        for (int attempt = 1; attempt <= 50 && !served; attempt++) {
            hostile.send(Frame.REQUESTS, longFrame(attempt));
            served = seesTheStartWithoutTheEnd(attempt);
            long completed = 0;
            while (completed < (long) attempt * REQUESTS) {
                completed = hostile.hear().word(0);
            }
        }
        assertThat(served).as("a READ was served within the frame of another client").isTrue();
    }

    private static ByteBuffer longFrame(long value) {
        ByteBuffer frame = RawPeer.bytes();
        frame.put(RawPeer.request(Verb.WRITE, 8, at(0), value));
        int rows = Selection.MOST_FRAGMENTS;
        for (int i = 0; i < REQUESTS - 2; i++) {
            frame.put(strided(Verb.GATHER, rows, at(64), rows, word(-1, 1), word(1, 0)));
        }
        return frame.put(RawPeer.request(Verb.WRITE, 8, at(8), value)).flip();
    }

    private boolean seesTheStartWithoutTheEnd(long value) {
        MemorySegment local = endpoint.allocate(16);
        Batch batch = honest.batch(1);
        do {
            batch.clear().read(at(0), local, 0, 16);
            batch.execute();
        } while (local.get(ValueLayout.JAVA_LONG, 0) != value);
        return local.get(ValueLayout.JAVA_LONG, 8) != value;
    }

    private void expectError(Kind kind) throws IOException {
        RawPeer.Heard error = hostile.hear();
        assertThat(error.type()).isEqualTo(Frame.ERROR);
        assertThat(ErrorCode.kind(error.word(0))).isEqualTo(kind);
        assertThat(error.text(Frame.ERROR_HEAD_BYTES)).isNotBlank();
        hostile.expectEnd();
    }

    private static ByteBuffer strided(
            Verb verb, int payload, long base, long rows, long... description) {
        long[] operands = new long[1 + description.length];
        operands[0] = rows << 32 | (long) (description.length - 1) << 16 | WireSelection.STRIDED;
        System.arraycopy(description, 0, operands, 1, description.length);
        return RawPeer.request(verb, payload, base, operands);
    }

    private static long word(int upper, int lower) {
        return (long) upper << 32 | Integer.toUnsignedLong(lower);
    }

    private static long at(long offset) {
        return 1L << 48 | offset;
    }
}
