package dev.mangrove.fabric.contract.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Region;
import dev.mangrove.fabric.Secret;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.TargetOptions;
import dev.mangrove.fabric.contract.Echo;
import dev.mangrove.fabric.contract.Eventually;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.InboxLog;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.contract.message.BackPressureContract;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.PeerContext;
import dev.mangrove.fabric.contract.peer.RemotePeer;
import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Connecting, closing, and resources that remain. */
public abstract class LifecycleContract extends FabricContract {
    @Test
    void shouldNameItsSchemeAndHost(World world) {
        assertThat(world.target().uri().getScheme()).isEqualTo(world.serverFabric().scheme());
        assertThat(world.channel().peer()).isEqualTo(world.target().uri());
        assertThat(world.endpoint().host()).isSameAs(world.clientFabric().host());
        assertThat(world.channel().capabilities()).isEqualTo(world.clientFabric().capabilities());
        assertThat(world.channel().endpoint().channels()).containsExactly(world.channel());
    }

    @Test
    void shouldGiveZeroedAlignedLocalMemory(World world) {
        for (int bytes : new int[] {1, 8, 63, 64, 4096, 1 << 20}) {
            var local = world.endpoint().allocate(bytes);
            assertThat(local.byteSize()).isEqualTo(bytes);
            assertThat(local.address() % 64).isZero();
            assertThat(MemoryBytes.bytes(local, 0, bytes)).containsOnly(0);
            local.fill((byte) 1);
        }
    }

    @Test
    void shouldFailToConnectWhereNothingListens(World world) {
        URI nowhere = world.under().nowhere();
        assertThat(
                        FailureAssertions.assertFails(
                                Kind.PEER_LOST, () -> world.endpoint().connect(nowhere)))
                .hasMessageContaining(nowhere.toString());
        assertThat(world.endpoint().channels()).hasSize(1);
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldFailToConnectToATargetThatHasClosed(World world) {
        Target target = world.listen();
        URI uri = target.uri();
        target.close();
        assertThat(
                        FailureAssertions.assertFails(
                                Kind.PEER_LOST, () -> world.endpoint().connect(uri)))
                .hasMessageContaining(uri.toString());
    }

    @Test
    void shouldRefuseASecondTargetAtTheSamePlace(World world) {
        TargetOptions same =
                TargetOptions.at(world.target().uri()).withSecret(world.under().secret());
        Throwable refusal = catchThrowable(() -> world.serverFabric().listen(same));
        assertThat(refusal).isInstanceOf(FabricException.class);
        assertThat(refusal).hasMessageContaining(world.target().uri().toString());
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldListenAgainWhereATargetHasClosed(World world) {
        Target first = world.listen();
        TargetOptions same = TargetOptions.at(first.uri()).withSecret(world.under().secret());
        for (int round = 0; round < 3; round++) {
            VerbClient old = world.connect(first);
            first.close();
            first = world.serverFabric().listen(same);
            Region region = first.allocate(1, 4096, Placement.HOST);
            VerbClient client = world.connect(first, region);
            assertThat(client.fetchAndAdd(region.handle().address(0), 1)).isZero();
            FailureAssertions.assertFailsSoon(
                    Kind.PEER_LOST, world.host(), () -> old.send((byte) 1));
        }
    }

    /** Providers without secrets ignore them. */
    @Test
    void shouldAcceptOnlyClientsThatKnowTheSecret(World world) {
        for (Secret wrong : new Secret[] {Secret.of("not the right secret"), null}) {
            EndpointOptions options = EndpointOptions.DEFAULT.withSecret(wrong);
            Endpoint stranger = world.clientFabric().endpoint(options);
            if (world.under().secret() == null) {
                assertThat(stranger.connect(world.target().uri()).isOpen()).isTrue();
            } else {
                FabricException failure =
                        FailureAssertions.assertFails(
                                Kind.REFUSED, () -> stranger.connect(world.target().uri()));
                assertThat(failure).hasMessageContaining(world.target().uri().toString());
                assertThat(failure.getMessage()).doesNotContain("right secret");
            }
        }
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldFailRequestsOfAClosedChannel(World world) {
        Batch batch = world.channel().batch(1);
        batch.writeLong(world.at(0), 1);
        world.channel().close();
        world.channel().close();
        FailureAssertions.assertFails(Kind.CLOSED, batch::submit);
        FailureAssertions.assertFails(
                Kind.CLOSED, () -> world.channel().attach(world.region().handle()));
        FailureAssertions.assertStaysFailed(world.channel(), Kind.CLOSED, batch);
        assertThat(world.endpoint().channels()).isEmpty();
        assertThat(MemoryBytes.word(world.region().memory(), 0)).isZero();
        VerbClient again = VerbClient.connect(world.endpoint(), world.target(), world.region());
        assertThat(again.readWord(world.at(0))).isZero();
    }

    @Test
    void shouldFailWhatIsOutstandingWhenTheChannelCloses(World world) {
        int number = BackPressureContract.BOUND / 1000 + 1;
        Batch[] batches = new Batch[number];
        for (int i = 0; i < number; i++) {
            batches[i] = world.channel().batch(1);
            batches[i].send(world.endpoint().allocate(1000), 0, 1000);
            batches[i].submit();
        }
        world.channel().close();
        FailureAssertions.assertFails(Kind.CLOSED, batches[number - 1]::await);
        FailureAssertions.assertServes(world);
    }

    @Test
    void shouldFailRequestsOfAClosedEndpoint(World world) {
        VerbClient client = world.connect();
        Channel channel = client.channel();
        Batch batch = channel.batch(1);
        batch.writeLong(world.at(0), 1);
        client.endpoint().close();
        client.endpoint().close();
        FailureAssertions.assertFails(Kind.CLOSED, batch::submit);
        assertThat(channel.isOpen()).isFalse();
        FailureAssertions.assertFails(
                Kind.CLOSED, () -> client.endpoint().connect(world.target().uri()));
        FailureAssertions.assertFails(Kind.CLOSED, () -> client.endpoint().allocate(64));
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldFailRequestsOfAClosedFabric(World world) {
        Fabric fabric = world.under().open();
        Target target = fabric.listen(world.targetOptions());
        Endpoint endpoint = fabric.endpoint(world.endpointOptions());
        Channel channel = endpoint.connect(target.uri());
        Batch batch = channel.batch(1);
        batch.send(endpoint.allocate(8), 0, 8);
        fabric.close();
        fabric.close();
        FailureAssertions.assertFails(Kind.CLOSED, batch::submit);
        FailureAssertions.assertFails(Kind.CLOSED, () -> fabric.listen(world.targetOptions()));
        FailureAssertions.assertFails(Kind.CLOSED, () -> fabric.endpoint(world.endpointOptions()));
        FailureAssertions.assertFails(Kind.CLOSED, () -> target.allocate(1, 64, Placement.HOST));
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldLoseItsClientsWhenATargetCloses(World world) {
        Target target = world.listen();
        Region region = target.allocate(1, 4096, Placement.HOST);
        VerbClient client = world.connect(target, region);
        target.close();
        target.close();
        FailureAssertions.assertFails(Kind.CLOSED, () -> target.allocate(2, 64, Placement.HOST));
        FabricException failure =
                FailureAssertions.assertFailsSoon(
                        Kind.PEER_LOST,
                        world.host(),
                        () -> client.readWord(region.handle().address(0)));
        assertThat(failure).hasMessageContaining(target.uri().toString());
        FailureAssertions.assertStaysFailed(
                client.channel(), Kind.PEER_LOST, client.channel().batch(1));
        FailureAssertions.assertServes(world, world.client());
    }

    /**
     * The server's handler is slow in {@code onClosed}, as one that frees a client's memory may be.
     */
    @Test
    void shouldAcceptClientsWhileOthersComeAndGo(World world) {
        SlowGoodbye handler = new SlowGoodbye(world.host());
        world.serve(world.inbox(), handler);
        int visits = rounds(60);
        RemotePeer[] peers = new RemotePeer[3];
        for (int i = 0; i < peers.length; i++) {
            peers[i] = world.start(ContractProgram.COME_AND_GO, world.target(), visits);
        }
        PeerContext.go(peers);
        for (RemotePeer peer : peers) {
            assertThat(peer.finish()).isEmpty();
        }
        assertThat(
                        Eventually.within(
                                PROMISE_NANOS,
                                world.host(),
                                () -> handler.closed.get() == visits * peers.length))
                .as("%s of %d have closed", handler.closed, visits * peers.length)
                .isTrue();
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldHoldNoMoreAfterManyConnectionsThanBefore(World world) {
        Set<String> before = world.under().traces();
        InboxLog log = new InboxLog(world.host(), world.inbox());
        for (int i = 1; i <= rounds(30); i++) {
            VerbClient client = world.connect();
            client.writeWord(world.at(0), i);
            assertThat(client.readWord(world.at(0))).isEqualTo(i);
            client.endpoint().close();
            log.awaitClosed(i);
        }
        Eventually.within(
                PROMISE_NANOS, world.host(), () -> before.containsAll(world.under().traces()));
        assertThat(world.under().traces()).isSubsetOf(before);
    }

    /** Sends messages back, and waits a little before it forgets a connection. */
    private static final class SlowGoodbye extends Echo {
        private final Host host;
        private final AtomicInteger closed = new AtomicInteger();

        SlowGoodbye(Host host) {
            super(host);
            this.host = host;
        }

        @Override
        public void onClosed(Connection connection, String reason) {
            host.sleep(1_000_000);
            closed.incrementAndGet();
        }
    }
}
