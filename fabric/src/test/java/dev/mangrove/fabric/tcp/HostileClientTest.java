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
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.socket.ErrorCode;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Limits;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A client that violates the protocol after its handshake loses its own connection, and affects no
 * other.
 */
final class HostileClientTest {
    private static final long SIZE = 4 << 20;
    private static final long UNTOUCHED = 0x0123_4567_89AB_CDEFL;

    private final Fabric fabric = new TcpProvider().open(Host.system());
    private final Target target = fabric.listen(TargetOptions.at(URI.create("tcp://127.0.0.1:0")));
    private final Region region = target.allocate(1, SIZE, Placement.HOST);
    private final Endpoint endpoint = fabric.endpoint(EndpointOptions.DEFAULT);
    private final Channel honest = endpoint.connect(target.uri());
    private final RawPeer hostile = RawPeer.admitted(target.uri(), null);

    HostileClientTest() throws IOException {}

    @BeforeEach
    void connect() throws IOException {
        region.memory().set(ValueLayout.JAVA_LONG, SIZE - 8, UNTOUCHED);
        honest.attach(region.handle());
        hostile.attach(region.handle());
    }

    @AfterEach
    void shouldNotHaveHarmedAnybodyElse() throws IOException {
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
    void shouldCarryOutWellFormedRequests() throws IOException {
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.FETCH_AND_ADD, 8, at(0), 5));
        RawPeer.Heard answer = hostile.hear();
        assertThat(answer.type()).isEqualTo(Frame.ANSWER);
        assertThat(answer.word(0)).isEqualTo(1);
        assertThat(answer.word(1)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 10, 11, 0x7F, 0x0101, 0x0100_0001, 0xFFFF_FFFFL})
    void shouldEndOnUnknownVerb(long head) throws IOException {
        hostile.send(
                Frame.REQUESTS, RawPeer.bytes().putLong(8L << 32 | head).putLong(at(0)).flip());
        hostile.expectEnd();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, -1, Integer.MIN_VALUE})
    void shouldEndOnWrongSequence(int sequence) throws IOException {
        hostile.send(Frame.PING, 0, sequence, 0, RawPeer.bytes().flip());
        if (sequence
                == 3) { // After two frames of the handshake and an attach, this is the right one.
            assertThat(hostile.hear().type()).isEqualTo(Frame.PONG);
        } else {
            hostile.expectEnd();
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                -1,
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                Limits.LARGEST_REQUEST_FRAME + 8,
                0,
                8,
                20
            })
    void shouldEndOnFrameOfWrongLength(int length) throws IOException {
        hostile.send(Frame.REQUESTS, length, 3, 0, RawPeer.request(Verb.READ, 8, at(0)));
        hostile.expectEnd();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0,
                15,
                200,
                Frame.HELLO,
                Frame.WELCOME,
                Frame.ANSWER,
                Frame.MESSAGE,
                Frame.ERROR,
                Frame.PONG
            })
    void shouldEndOnFrameThatHasNoPlace(int frameType) throws IOException {
        hostile.send(frameType, RawPeer.bytes().flip());
        hostile.expectEnd();
    }

    @Test
    void shouldEndOnGarbage() throws IOException {
        RandomGenerator random = Host.system().random();
        byte[] garbage = new byte[1 << 16];
        random.nextBytes(garbage);
        hostile.send(ByteBuffer.wrap(garbage));
        hostile.expectEnd();
    }

    @Test
    void shouldEndOnRequestThatLeavesItsFrame() throws IOException {
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.WRITE, 64, at(0)));
        hostile.expectEnd();
    }

    @Test
    void shouldEndOnAtomicWithoutItsOperands() throws IOException {
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.COMPARE_AND_SWAP, 8, at(0), 1));
        hostile.expectEnd();
    }

    @Test
    void shouldEndOnMoreRequestsThanABatchHolds() throws IOException {
        ByteBuffer requests = RawPeer.bytes();
        for (int i = 0; i <= Limits.LARGEST_BATCH; i++) {
            requests.put(RawPeer.request(Verb.READ, 0, at(0)));
        }
        hostile.send(Frame.REQUESTS, requests.flip());
        hostile.drain();
    }

    @Test
    void shouldForgetRequestThatNeverCame() throws IOException {
        ByteBuffer half = RawPeer.request(Verb.WRITE, 1024, Address.of(1, SIZE - 1024));
        hostile.send(Frame.REQUESTS, 16 + 1024, 3, 0, half.limit(16));
        hostile.endOutput();
        hostile.expectEnd();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, Limits.LARGEST_TRANSFER + 1})
    void shouldRefuseTransferBeyondTheLimit(int length) throws IOException {
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.READ, length, at(0)));
        expectError(Kind.TOO_LARGE, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {SIZE - 7, SIZE, SIZE + 8, Address.MAX_OFFSET, Address.MAX_OFFSET - 7})
    void shouldRefuseTransferOutOfBounds(long offset) throws IOException {
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.READ, 8, at(offset)));
        expectError(Kind.OUT_OF_BOUNDS, 0);
    }

    @Test
    void shouldRefuseWriteOutOfBoundsBeforeItsFirstByte() throws IOException {
        ByteBuffer write =
                RawPeer.bytes().putLong(WireRequest.head(Verb.WRITE, 16)).putLong(at(SIZE - 8));
        hostile.send(Frame.REQUESTS, write.putLong(-1).putLong(-1).flip());
        expectError(Kind.OUT_OF_BOUNDS, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 0xFFFF})
    void shouldRefuseRegionThatIsNotAttached(int id) throws IOException {
        target.allocate(2, 64, Placement.HOST);
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.READ, 8, (long) id << 48));
        expectError(Kind.BAD_KEY, 0);
    }

    @Test
    void shouldRefuseMisalignedAtomic() throws IOException {
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.FETCH_AND_ADD, 8, at(4), 1));
        expectError(Kind.MISALIGNED, 0);
    }

    @Test
    void shouldNameTheBadRequestAfterTheGoodOnes() throws IOException {
        ByteBuffer requests =
                RawPeer.bytes()
                        .put(RawPeer.request(Verb.FETCH_AND_ADD, 8, at(0), 3))
                        .put(RawPeer.request(Verb.FETCH_AND_ADD, 8, at(1), 3))
                        .put(RawPeer.request(Verb.FETCH_AND_ADD, 8, at(8), 3));
        hostile.send(Frame.REQUESTS, requests.flip());
        assertThat(hostile.hear().word(0)).isEqualTo(1);
        expectError(Kind.MISALIGNED, 1);
        assertThat(region.memory().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(3);
        assertThat(region.memory().get(ValueLayout.JAVA_LONG, 8)).isZero();
    }

    @Test
    void shouldRefuseWrongKey() throws IOException {
        hostile.send(
                Frame.ATTACH, RawPeer.bytes().putLong(1).putLong(region.handle().key() ^ 1).flip());
        expectError(Kind.BAD_KEY, -1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2, -1, 1L << 32 | 1, Long.MIN_VALUE})
    void shouldRefuseUnknownRegion(long id) throws IOException {
        hostile.send(
                Frame.ATTACH, RawPeer.bytes().putLong(id).putLong(region.handle().key()).flip());
        expectError(Kind.BAD_KEY, -1);
    }

    @Test
    void shouldRefuseReleasedRegion() throws IOException {
        Region second = target.allocate(2, 64, Placement.HOST);
        hostile.attach(second.handle());
        target.release(second);
        hostile.send(Frame.REQUESTS, RawPeer.request(Verb.READ, 8, Address.of(2, 0)));
        expectError(Kind.BAD_KEY, 0);
    }

    @Test
    void shouldNotWriteToRegionReleasedInTheMiddleOfATransfer() throws IOException {
        Region second = target.allocate(2, 64, Placement.HOST);
        hostile.attach(second.handle());
        ByteBuffer write =
                RawPeer.bytes().putLong(WireRequest.head(Verb.WRITE, 16)).putLong(Address.of(2, 0));
        hostile.send(Frame.REQUESTS, 32, 4, 0, write.putLong(1).flip());
        target.release(second);
        hostile.send(RawPeer.bytes().putLong(2).flip());
        expectError(Kind.BAD_KEY, 0);
    }

    @Test
    void shouldEndOnMessagesBeyondTheWindow() throws IOException {
        int length = Limits.LARGEST_MESSAGE;
        ByteBuffer send = RawPeer.bytes().putLong(WireRequest.head(Verb.SEND, length)).putLong(0);
        send.position(send.position() + length).flip();
        int fitting = Limits.WINDOW / Frame.paddedSize(length);
        for (int i = 0; i < fitting; i++) {
            hostile.send(Frame.REQUESTS, send.duplicate());
            assertThat(hostile.hear().word(0)).isEqualTo(i + 1);
        }
        hostile.send(Frame.REQUESTS, send);
        hostile.expectEnd();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldEndOnCreditForWhatWasNotSent(int credit) throws IOException {
        hostile.send(Frame.CREDIT, 0, 3, credit, RawPeer.bytes().flip());
        hostile.expectEnd();
    }

    @Test
    void shouldServeOthersWhileOneDoesNotReadItsAnswers() throws IOException {
        ByteBuffer read = RawPeer.request(Verb.READ, Limits.LARGEST_TRANSFER, at(0));
        for (int i = 0; i < 64; i++) {
            hostile.send(Frame.REQUESTS, read.duplicate());
        }
        for (int i = 0; i < 100; i++) {
            Batch batch = honest.batch(1);
            batch.fetchAndAdd(at(128), 1);
            batch.execute();
            assertThat(batch.result(0)).isEqualTo(i);
        }
    }

    @Test
    void shouldSurviveDamagedFrames() throws IOException {
        long seed = Long.getLong("mangrove.seed", System.nanoTime());
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 100; round++) {
            try (RawPeer peer = RawPeer.admitted(target.uri(), null)) {
                peer.attach(region.handle());
                ByteBuffer frame = RawPeer.bytes().position(Frame.HEADER_BYTES);
                frame.put(RawPeer.request(Verb.READ, 64, at(0)));
                frame.put(RawPeer.request(Verb.COMPARE_AND_SWAP, 8, at(8), 1, 2));
                frame.put(RawPeer.request(Verb.WRITE, 8, at(16), 3));
                frame.flip();
                Frame.put(frame, 0, Frame.REQUESTS, frame.limit() - Frame.HEADER_BYTES, 3, 0);
                for (int i = random.nextInt(1, 4); i > 0; i--) {
                    // Damaged addresses may be valid; the low bits of the offset stay, so that none
                    // hits the last word.
                    frame.put(random.nextInt(frame.limit()), (byte) random.nextInt(64));
                }
                peer.send(frame);
                peer.endOutput();
                peer.drain();
            } catch (AssertionError e) {
                throw new AssertionError("again with -Dmangrove.seed=" + seed, e);
            }
        }
    }

    private void expectError(Kind kind, long request) throws IOException {
        RawPeer.Heard error = hostile.hear();
        assertThat(error.type()).isEqualTo(Frame.ERROR);
        assertThat(ErrorCode.kind(error.word(0))).isEqualTo(kind);
        assertThat(error.word(1)).isEqualTo(request);
        assertThat(error.text(Frame.ERROR_HEAD_BYTES)).isNotBlank();
        hostile.expectEnd();
    }

    private static long at(long offset) {
        return 1L << 48 | offset;
    }
}
