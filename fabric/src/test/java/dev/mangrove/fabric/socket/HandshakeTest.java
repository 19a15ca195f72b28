package dev.mangrove.fabric.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.fabric.tcp.LeapingHost;
import dev.mangrove.fabric.tcp.RawPeer;
import dev.mangrove.fabric.tcp.TcpLocation;
import dev.mangrove.fabric.tcp.TcpProvider;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

final class HandshakeTest {
    private static final URI ANYWHERE = URI.create("tcp://127.0.0.1:0");
    private static final Secret SECRET = Secret.of("known to members");
    private static final Secret OTHER = Secret.of("known to others");

    private final LeapingHost host = new LeapingHost();
    private final Fabric fabric = new TcpProvider().open(host);

    @AfterEach
    void closeFabric() {
        fabric.close();
    }

    @Test
    void shouldLetInPeersThatShareTheSecret() {
        Target target = listen(SECRET);
        assertThat(connect(target.uri(), SECRET).channels()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:0", "tcp://localhost:0", "tcp://[::1]:0"})
    void shouldListenWithoutSecretOnLoopbackAddresses(String location) {
        Target target = fabric.listen(TargetOptions.at(URI.create(location)));
        assertThat(target.uri().getPort()).isPositive();
        assertThat(connect(target.uri(), null).channels()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://0.0.0.0:0", "tcp://[::]:0"})
    void shouldNotListenWithoutSecretElsewhere(String location) {
        assertRefused(() -> fabric.listen(TargetOptions.at(URI.create(location))), "loopback");
    }

    @Test
    void shouldListenElsewhereWithSecret() {
        Target target =
                fabric.listen(TargetOptions.at(URI.create("tcp://0.0.0.0:0")).withSecret(SECRET));
        assertThat(connect(target.uri(), SECRET).channels()).hasSize(1);
    }

    @Test
    void shouldRefusePeerThatDoesNotKnowTheSecret() {
        Target target = listen(SECRET);
        assertRefused(() -> connect(target.uri(), OTHER), "does not know the secret");
    }

    @Test
    void shouldRefuseClientWithoutSecretWhereOneIsDemanded() {
        Target target = listen(SECRET);
        assertRefused(() -> connect(target.uri(), null), "demands a secret");
    }

    @Test
    void shouldRefuseClientWithSecretWhereNoneIsKnown() {
        Target target = listen(null);
        assertRefused(() -> connect(target.uri(), SECRET), "the server knows none");
    }

    @Test
    void shouldRefuseOtherVersionOfTheProtocol() throws IOException {
        Target target = listen(SECRET);
        try (RawPeer peer = RawPeer.connect(target.uri())) {
            peer.sayHello(99, true, Handshake.nonce());
            RawPeer.Heard refusal = peer.hear();
            assertThat(refusal.type()).isEqualTo(Frame.REFUSAL);
            assertThat(refusal.text(8)).contains("version " + Limits.FORMAT_VERSION).contains("99");
            peer.expectEnd();
        }
    }

    @Test
    void shouldRefuseReplayedProof() throws IOException {
        Target target = listen(SECRET);
        byte[] nonce = Handshake.nonce();
        byte[] proof;
        try (RawPeer honest = RawPeer.connect(target.uri())) {
            proof =
                    Handshake.clientProof(
                            TcpLocation.SCHEME,
                            SECRET,
                            nonce,
                            honest.hello(Limits.FORMAT_VERSION, true, nonce));
            honest.proof(proof);
            assertThat(honest.hear().type()).isEqualTo(Frame.WELCOME);
        }
        try (RawPeer replaying = RawPeer.connect(target.uri())) {
            replaying.hello(Limits.FORMAT_VERSION, true, nonce);
            replaying.proof(proof);
            assertThat(replaying.hear().type()).isEqualTo(Frame.REFUSAL);
            replaying.expectEnd();
        }
    }

    @Test
    void shouldRefuseServersProofFromClient() throws IOException {
        Target target = listen(SECRET);
        try (RawPeer peer = RawPeer.connect(target.uri())) {
            byte[] nonce = Handshake.nonce();
            peer.proof(
                    Handshake.serverProof(
                            TcpLocation.SCHEME,
                            SECRET,
                            nonce,
                            peer.hello(Limits.FORMAT_VERSION, true, nonce)));
            assertThat(peer.hear().type()).isEqualTo(Frame.REFUSAL);
        }
    }

    @Test
    void shouldRefuseServerThatReflectsTheProof() throws Exception {
        assertRefused(() -> connectToFake(FakeServer.REFLECTING), "does not know the secret");
    }

    @Test
    void shouldRefuseServerThatProvesNothing() throws Exception {
        assertRefused(
                () -> connectToFake(FakeServer.SILENTLY_WELCOMING), "does not know the secret");
    }

    @Test
    void shouldRefuseServerThatDropsTheDemandForASecret() throws Exception {
        assertRefused(() -> connectToFake(FakeServer.UNDEMANDING), "with a secret");
    }

    @Test
    void shouldEndWhenServerNeverAnswers() throws Exception {
        assertThatThrownBy(() -> connectToFake(FakeServer.MUTE))
                .asInstanceOf(type(FabricException.class))
                .extracting(FabricException::kind)
                .isEqualTo(Kind.TIMEOUT);
    }

    @Test
    void shouldEndConnectionsThatSpeakAnotherProtocol() throws IOException {
        Target target = listen(SECRET);
        try (RawPeer peer = RawPeer.connect(target.uri())) {
            peer.send(
                    ByteBuffer.wrap(
                            "GET / HTTP/1.1\r\nHost: mangrove\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII)));
            peer.expectEnd();
        }
        assertThat(connect(target.uri(), SECRET).channels()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 41, 1 << 20, Integer.MAX_VALUE})
    void shouldEndHandshakeWithWrongLength(int length) throws IOException {
        Target target = listen(SECRET);
        try (RawPeer peer = RawPeer.connect(target.uri())) {
            peer.send(Frame.HELLO, length, 0, 0, RawPeer.bytes().putLong(1).flip());
            peer.expectEnd();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Frame.REQUESTS, Frame.ATTACH, Frame.PING, Frame.PROOF, Frame.CREDIT})
    void shouldEndConnectionsThatAskBeforeTheProof(int frameType) throws IOException {
        Target target = listen(SECRET);
        try (RawPeer peer = RawPeer.connect(target.uri())) {
            peer.send(frameType, RawPeer.bytes().limit(32));
            peer.expectEnd();
        }
        try (RawPeer peer = RawPeer.connect(target.uri())) {
            peer.hello(Limits.FORMAT_VERSION, true, Handshake.nonce());
            peer.send(frameType, RawPeer.bytes().limit(32));
            if (frameType == Frame.PROOF) {
                assertThat(peer.hear().type()).isEqualTo(Frame.REFUSAL);
            }
            peer.expectEnd();
        }
    }

    @Test
    void shouldEndHandshakeThatTakesTooLong() throws IOException {
        Target target = listen(SECRET);
        try (RawPeer slow = RawPeer.connect(target.uri())) {
            slow.send(RawPeer.bytes().put((byte) 'M').flip());
            connect(target.uri(), SECRET);
            assertThat(slow.isOpen()).isTrue();
            host.leap(Duration.ofNanos(Handshake.TIME_LIMIT_NANOS));
            connect(
                    target.uri(),
                    SECRET); // Wakes the I/O thread, which finds that time has passed.
            slow.expectEnd();
        }
    }

    @Test
    void shouldBoundConnectionsThatProveNothing() throws IOException {
        Target target = listen(SECRET);
        List<RawPeer> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 1500; i++) {
                idle.add(RawPeer.connect(target.uri()));
            }
            assertThat(connect(target.uri(), SECRET).channels()).hasSize(1);
            int open = 0;
            for (RawPeer peer : idle) {
                open += peer.isOpen() ? 1 : 0;
            }
            assertThat(open).isBetween(1, 256);
        } finally {
            for (RawPeer peer : idle) {
                peer.close();
            }
        }
    }

    private Target listen(@Nullable Secret secret) {
        return fabric.listen(TargetOptions.at(ANYWHERE).withSecret(secret));
    }

    private Endpoint connect(URI target, @Nullable Secret secret) {
        Endpoint endpoint = fabric.endpoint(EndpointOptions.DEFAULT.withSecret(secret));
        endpoint.connect(target);
        return endpoint;
    }

    private void connectToFake(FakeServer fake) throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Host.Task server = Host.system().start("fake server", () -> fake.serve(listener));
            Endpoint endpoint =
                    fabric.endpoint(
                            EndpointOptions.DEFAULT
                                    .withSecret(SECRET)
                                    .withTimeout(Duration.ofMillis(fake.timeoutMillis)));
            try {
                endpoint.connect(URI.create("tcp://127.0.0.1:" + listener.getLocalPort()));
            } finally {
                assertThat(server.join(30_000_000_000L)).isTrue();
            }
        }
    }

    private static void assertRefused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable code, String why) {
        assertThatThrownBy(code)
                .hasMessageContaining(why)
                .asInstanceOf(type(FabricException.class))
                .extracting(FabricException::kind)
                .isEqualTo(Kind.REFUSED);
    }

    /** A server that does not know the secret and behaves in one of several ways. */
    private enum FakeServer {
        REFLECTING(5000),
        SILENTLY_WELCOMING(5000),
        UNDEMANDING(5000),
        MUTE(100);

        private final long timeoutMillis;

        FakeServer(long timeoutMillis) {
            this.timeoutMillis = timeoutMillis;
        }

        private void serve(ServerSocket listener) {
            try (RawPeer peer = new RawPeer(listener.accept())) {
                peer.hear();
                if (this != MUTE) {
                    peer.send(
                            Handshake.greeting(
                                    Frame.CHALLENGE,
                                    Limits.FORMAT_VERSION,
                                    this != UNDEMANDING,
                                    Handshake.nonce()));
                    byte[] proof = new byte[Secret.PROOF_BYTES];
                    if (this == REFLECTING) {
                        peer.hear().payload().get(proof);
                    }
                    peer.send(Handshake.proof(Frame.WELCOME, proof));
                }
                peer.expectEnd();
            } catch (IOException _) {
                // The client has closed the connection; the test checks its reaction.
            }
        }
    }
}
