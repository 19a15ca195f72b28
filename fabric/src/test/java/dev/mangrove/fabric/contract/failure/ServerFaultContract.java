package dev.mangrove.fabric.contract.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FabricUnderTest;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.contract.peer.Arguments;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.PeerContext;
import dev.mangrove.fabric.contract.peer.ProcessPeer;
import dev.mangrove.fabric.host.Host;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.time.Duration;

/**
 * The suite kills or pauses a server process during various operations of a client: the client gets
 * an error within the promised time, and neither hangs nor crashes. The next server that starts
 * removes the resources of a killed one. Only for providers with peers in processes.
 */
public abstract class ServerFaultContract extends FabricContract {
    private static final MessageHandler IGNORE = (from, memory, offset, length) -> {};

    @Test
    void shouldLoseAServerThatIsKilledWhileTheClientReads(World world) {
        Remote remote = Remote.start(world, ContractProgram.SERVE, world.newEndpoint());
        assertLosesKilledServer(
                world,
                remote,
                () -> {
                    while (true) {
                        remote.client.readWord(remote.region.address(0));
                    }
                });
    }

    @Test
    void shouldLoseAServerThatIsKilledWhileTheClientWaitsForAMessage(World world) {
        for (Waiting waiting : new Waiting[] {Waiting.BLOCK, Waiting.POLL}) {
            Remote remote = Remote.start(world, ContractProgram.SERVE, world.newEndpoint(waiting));
            Endpoint endpoint = remote.client.endpoint();
            assertLosesKilledServer(
                    world,
                    remote,
                    () -> {
                        assertThat(endpoint.awaitMessage(PATIENCE_NANOS))
                                .as("has something to say")
                                .isTrue();
                        endpoint.receive(IGNORE);
                    });
        }
    }

    @Test
    void shouldLoseAServerThatIsKilledWhileTheClientWaitsInABatch(World world) {
        for (Waiting waiting : new Waiting[] {Waiting.BLOCK, Waiting.POLL}) {
            Remote remote =
                    Remote.start(world, ContractProgram.SERVE_DEAF, world.newEndpoint(waiting));
            assertLosesKilledServer(
                    world,
                    remote,
                    () -> {
                        while (true) {
                            remote.client.send(new byte[1000]);
                        }
                    });
        }
    }

    @Test
    void shouldLoseAServerThatWasKilledWhileTheClientWasIdle(World world) {
        Remote remote = Remote.start(world, ContractProgram.SERVE, world.newEndpoint());
        remote.server.kill();
        FailureAssertions.assertFailsSoon(
                Kind.PEER_LOST,
                world.host(),
                () -> remote.client.readWord(remote.region.address(0)));
        FailureAssertions.assertStaysFailed(
                remote.client.channel(), Kind.PEER_LOST, remote.client.channel().batch(1));
        FailureAssertions.assertFails(Kind.PEER_LOST, () -> world.endpoint().connect(remote.uri));
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldNotCrashOnDirectMemoryOfAServerThatWasKilled(World world) {
        Remote remote = Remote.start(world, ContractProgram.SERVE, world.newEndpoint());
        if (!world.capabilities().directAccess()) {
            FailureAssertions.assertFails(
                    Kind.UNSUPPORTED, () -> remote.client.channel().direct(remote.region));
            remote.end();
            return;
        }
        MemorySegment direct = remote.client.channel().direct(remote.region);
        remote.client.writeWord(remote.region.address(0), 5);
        remote.server.kill();
        for (long offset = 0; offset < direct.byteSize(); offset += 64) {
            assertThat(MemoryBytes.wordAcquire(direct, offset)).isEqualTo(offset == 0 ? 5 : 0);
        }
    }

    @Test
    void shouldListenAgainWhereAServerWasKilled(World world) {
        Remote first = Remote.start(world, ContractProgram.SERVE, world.newEndpoint());
        first.client.writeWord(first.region.address(0), 5);
        first.server.kill();
        Remote second =
                Remote.startAt(first.uri, world, ContractProgram.SERVE, world.newEndpoint());
        assertThat(second.client.readWord(second.region.address(0))).as("new memory").isZero();
        second.client.send((byte) 7);
        assertThat(second.client.receive(1).getFirst()).containsExactly(7);
        FailureAssertions.assertFailsSoon(
                Kind.PEER_LOST, world.host(), () -> first.client.readWord(first.region.address(0)));
        second.end();
    }

    @Test
    void shouldNotWaitLongerThanAllowedForAServerThatIsPaused(World world) {
        Remote remote = Remote.start(world, ContractProgram.SERVE, world.newEndpoint());
        remote.client.send((byte) 1);
        assertThat(remote.client.receive(1)).hasSize(1);
        remote.server.pause();
        try {
            remote.client.send((byte) 2);
        } catch (FabricException e) {
            assertThat(e.kind()).isIn(Kind.TIMEOUT, Kind.PEER_LOST);
        }
        long started = world.host().nanoTime();
        // The wait also ends when the channel fails, which it may at any time now.
        boolean answered =
                remote.client.channel().isOpen()
                        && remote.client.endpoint().awaitMessage(300_000_000)
                        && remote.client.channel().isOpen();
        assertThat(world.host().nanoTime() - started).isLessThan(PROMISE_NANOS);
        assertThat(answered).isFalse();
        remote.server.resume();
        if (remote.client.channel().isOpen()) {
            assertThat(remote.client.receive(1).getFirst()).containsExactly(2);
        }
    }

    /** A READ completes without the server's processor, or fails after the timeout. */
    @Test
    void shouldNotReadLongerThanAllowedFromAServerThatIsPaused(World world) {
        Endpoint endpoint = world.newEndpoint(Duration.ofSeconds(1));
        Remote remote = Remote.start(world, ContractProgram.SERVE, endpoint);
        remote.client.writeWord(remote.region.address(0), 5);
        remote.server.pause();
        long started = world.host().nanoTime();
        try {
            assertThat(remote.client.readWord(remote.region.address(0))).isEqualTo(5);
        } catch (FabricException e) {
            assertThat(e.kind()).isIn(Kind.TIMEOUT, Kind.PEER_LOST);
            assertThat(remote.client.channel().isOpen()).isFalse();
        }
        assertThat(world.host().nanoTime() - started)
                .isLessThan(endpoint.timeoutNanos() + PROMISE_NANOS);
        remote.server.resume();
        Remote.assertServes(remote, world.newEndpoint());
    }

    /** Starts a server, which must remove the resources of a killed one. */
    @Override
    protected void cleanUp(FabricUnderTest under) {
        try (World next = new World(under).open()) {
            assertThat(next.client().readWord(next.at(0))).isZero();
        }
    }

    /** Kills the server during an operation of this thread; the time limit starts at its death. */
    private static void assertLosesKilledServer(World world, Remote remote, ThrowingCallable busy) {
        long[] dead = {0};
        Host.Task killer =
                world.host()
                        .start(
                                "killer",
                                () -> {
                                    world.host().sleep(200_000_000);
                                    remote.server.kill();
                                    dead[0] = world.host().nanoTime();
                                });
        FabricException failure = FailureAssertions.assertFails(Kind.PEER_LOST, busy);
        long noticed = world.host().nanoTime();
        assertThat(killer.join(PATIENCE_NANOS)).isTrue();
        assertThat(noticed - dead[0])
                .as("nanoseconds until it was noticed")
                .isLessThan(PROMISE_NANOS);
        assertThat(failure).hasMessageContaining(remote.uri.toString());
        FailureAssertions.assertStaysFailed(
                remote.client.channel(), Kind.PEER_LOST, remote.client.channel().batch(1));
        FailureAssertions.assertServes(world, world.client());
    }

    /** A server in a process of its own, and a client of it. */
    private record Remote(ProcessPeer server, URI uri, RegionHandle region, VerbClient client) {
        static Remote start(World world, ContractProgram program, Endpoint endpoint) {
            return startAt(world.under().newLocation(), world, program, endpoint);
        }

        static Remote startAt(
                URI location, World world, ContractProgram program, Endpoint endpoint) {
            ProcessPeer server = (ProcessPeer) world.start(program, location);
            URI uri = URI.create(server.hear());
            RegionHandle region = Arguments.parseHandle(server.hear());
            return new Remote(server, uri, region, connect(uri, region, endpoint));
        }

        /** Ends the server program; its process can run another one. */
        void end() {
            PeerContext.stop(server);
            server.finish();
        }

        static void assertServes(Remote remote, Endpoint endpoint) {
            VerbClient client = connect(remote.uri, remote.region, endpoint);
            assertThat(client.readWord(remote.region.address(0))).isEqualTo(5);
        }

        private static VerbClient connect(URI uri, RegionHandle region, Endpoint endpoint) {
            VerbClient client = new VerbClient(endpoint.connect(uri));
            client.channel().attach(region);
            return client;
        }
    }
}
