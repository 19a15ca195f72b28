package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.socket.ErrorCode;
import dev.mangrove.fabric.socket.Frame;
import dev.mangrove.fabric.socket.Handshake;
import dev.mangrove.fabric.socket.Limits;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * If a server violates the protocol, its client fails the channel and writes only to the memory of
 * its requests.
 */
final class HostileServerTest {
    private static final RegionHandle REGION = new RegionHandle(1, 0, 1 << 20, Placement.HOST);

    private final Fabric fabric = new TcpProvider().open(Host.system());
    private final Endpoint endpoint =
            fabric.endpoint(EndpointOptions.DEFAULT.withTimeout(Duration.ofSeconds(4)));

    @AfterEach
    void closeFabric() {
        fabric.close();
    }

    @Test
    void shouldTakeWellFormedAnswer() throws IOException {
        serve(
                server -> answer(server, 3, 1, 1, 24),
                channel -> {
                    MemorySegment local = endpoint.allocate(64);
                    Batch batch = channel.batch(1);
                    batch.read(REGION.address(0), local, 8, 13);
                    batch.execute();
                    assertThat(local.asSlice(8, 13).toArray(ValueLayout.JAVA_BYTE)).containsOnly(1);
                    assertThat(local.get(ValueLayout.JAVA_LONG, 0)).isZero();
                    assertThat(local.asSlice(21).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
                });
    }

    /** Completed requests and bytes of results that do not fit one READ of 13 bytes. */
    @ParameterizedTest
    @CsvSource({"0, 16", "1, 8", "1, 0", "1, 24", "2, 16", "-1, 16", "1, 65552", "0, 24"})
    void shouldFailOnAnswerThatDoesNotFit(long completed, int bytes) throws IOException {
        expectCorrupt(server -> answer(server, 3, completed, 1, bytes + 8));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4, -1})
    void shouldFailOnWrongSequence(int sequence) throws IOException {
        expectCorrupt(server -> answer(server, sequence, 1, 1, 24));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, Limits.LARGEST_MESSAGE + 1})
    void shouldFailOnMessageOfWrongLength(int length) throws IOException {
        expectCorrupt(
                server -> server.send(Frame.MESSAGE, length, 3, 0, RawPeer.bytes().limit(64)));
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0, 15, Frame.HELLO, Frame.REQUESTS, Frame.PING, Frame.ATTACH, Frame.ATTACHED})
    void shouldFailOnFrameThatHasNoPlace(int frameType) throws IOException {
        int length = frameType == Frame.ATTACHED ? 16 : 0;
        expectCorrupt(
                server -> server.send(frameType, length, 3, 0, RawPeer.bytes().limit(length)));
    }

    @Test
    void shouldFailOnMessagesBeyondTheWindow() throws IOException {
        int length = Limits.LARGEST_MESSAGE;
        expectCorrupt(
                server -> {
                    for (int i = 0; i <= Limits.WINDOW / length; i++) {
                        server.send(Frame.MESSAGE, length, 3 + i, 0, RawPeer.bytes().limit(length));
                    }
                });
    }

    @Test
    void shouldFailOnCreditForWhatWasNotSent() throws IOException {
        expectCorrupt(server -> server.send(Frame.CREDIT, 0, 3, 16, RawPeer.bytes().flip()));
    }

    @Test
    void shouldPassOnTheReasonOfTheServer() throws IOException {
        ByteBuffer error = RawPeer.bytes().putLong(ErrorCode.of(Kind.OUT_OF_MEMORY)).putLong(0);
        error.put(new byte[] {'n', 'o', ' ', 'r', 'o', 'o', 'm', '\n'}).flip();
        assertThatThrownBy(() -> readFrom(server -> server.send(Frame.ERROR, 24, 3, 0, error)))
                .hasMessageContaining("READ of 13 bytes at 1:0x0")
                .hasMessageContaining("no room?")
                .asInstanceOf(type(FabricException.class))
                .extracting(FabricException::kind)
                .isEqualTo(Kind.OUT_OF_MEMORY);
    }

    @Test
    void shouldFailWhenTheServerGoesInTheMiddleOfAnAnswer() throws IOException {
        assertThatThrownBy(
                        () ->
                                readFrom(
                                        server -> {
                                            server.send(
                                                    Frame.ANSWER,
                                                    24,
                                                    3,
                                                    0,
                                                    RawPeer.bytes().putLong(1).flip());
                                            server.endOutput();
                                        }))
                .asInstanceOf(type(FabricException.class))
                .extracting(FabricException::kind)
                .isEqualTo(Kind.PEER_LOST);
    }

    @Test
    void shouldLoseServerThatAnswersNoPing() throws IOException {
        long started = System.nanoTime();
        assertThatThrownBy(
                        () ->
                                readFrom(
                                        server -> {
                                            assertThat(server.hear().type()).isEqualTo(Frame.PING);
                                        }))
                .hasMessageContaining("no bytes received")
                .asInstanceOf(type(FabricException.class))
                .extracting(FabricException::kind)
                .isEqualTo(Kind.PEER_LOST);
        assertThat(Duration.ofNanos(System.nanoTime() - started))
                .isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void shouldWaitForSlowServerThatAnswersPings() throws IOException {
        serve(
                server -> {
                    for (int i = 0; i < 5; i++) {
                        assertThat(server.hear().type()).isEqualTo(Frame.PING);
                        server.send(Frame.PONG, 0, 3 + i, 0, RawPeer.bytes().flip());
                    }
                    answer(server, 8, 1, 1, 24);
                },
                channel -> {
                    Batch batch = channel.batch(1);
                    batch.read(REGION.address(0), endpoint.allocate(16), 0, 13);
                    batch.execute();
                    assertThat(batch.isDone()).isTrue();
                });
    }

    private void expectCorrupt(Script script) {
        assertThatThrownBy(() -> readFrom(script))
                .asInstanceOf(type(FabricException.class))
                .extracting(FabricException::kind)
                .isEqualTo(Kind.CORRUPT);
    }

    /** Executes a READ of 13 bytes repeatedly until the channel fails. */
    private void readFrom(Script script) throws IOException {
        serve(
                script,
                channel -> {
                    Batch batch = channel.batch(1);
                    batch.read(REGION.address(0), endpoint.allocate(16), 0, 13);
                    batch.execute();
                    batch.clear().read(REGION.address(0), endpoint.allocate(16), 0, 13);
                    batch.execute();
                });
    }

    private static void answer(RawPeer server, int sequence, long completed, int fill, int length)
            throws IOException {
        ByteBuffer payload = RawPeer.bytes().putLong(completed);
        while (payload.position() < length) {
            payload.put((byte) fill);
        }
        server.send(Frame.ANSWER, length, sequence, 0, payload.flip());
    }

    /**
     * Runs a server that attaches a region, receives one frame of requests and then executes its
     * script.
     */
    private void serve(Script script, Use use) throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Host.Task task = Host.system().start("hostile server", () -> play(listener, script));
            try {
                Channel channel =
                        endpoint.connect(URI.create("tcp://127.0.0.1:" + listener.getLocalPort()));
                channel.attach(REGION);
                use.with(channel);
            } finally {
                endpoint.close();
                assertThat(task.join(30_000_000_000L)).isTrue();
            }
        }
    }

    private static void play(ServerSocket listener, Script script) {
        try (RawPeer server = new RawPeer(listener.accept())) {
            server.hear();
            server.send(
                    Handshake.greeting(
                            Frame.CHALLENGE, Limits.FORMAT_VERSION, false, Handshake.nonce()));
            server.hear();
            server.send(Handshake.proof(Frame.WELCOME, new byte[32]));
            server.hear();
            server.send(
                    Frame.ATTACHED,
                    16,
                    2,
                    0,
                    RawPeer.bytes().putLong(REGION.id()).putLong(REGION.size()).flip());
            server.hear();
            script.play(server);
            server.drain();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    private interface Script {
        void play(RawPeer server) throws IOException;
    }

    @FunctionalInterface
    private interface Use {
        void with(Channel channel) throws IOException;
    }
}
