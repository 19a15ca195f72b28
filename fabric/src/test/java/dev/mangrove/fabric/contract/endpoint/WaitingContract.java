package dev.mangrove.fabric.contract.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.MessageHandler;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.contract.Echo;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.InboxLog;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.host.Host;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** A client's thread waits in the configured way and not longer than allowed; answers wake it. */
public abstract class WaitingContract extends FabricContract {
    private static final Waiting[] WAYS = {
        Waiting.POLL,
        Waiting.BLOCK,
        Waiting.SPIN_THEN_BLOCK,
        Waiting.spinThenBlock(Duration.ofMillis(5))
    };
    private static final MessageHandler IGNORE = (from, memory, offset, length) -> {};

    @Test
    void shouldCompleteVerbsHoweverTheThreadWaits(World world) {
        for (Waiting way : WAYS) {
            VerbClient client =
                    VerbClient.connect(world.newEndpoint(way), world.target(), world.region());
            assertThat(client.endpoint().waiting()).isEqualTo(way);
            for (int i = 0; i < 20; i++) {
                client.writeWord(world.at(0), i);
                assertThat(client.fetchAndAdd(world.at(0), 1)).as("%s", way).isEqualTo(i);
            }
        }
    }

    @Test
    void shouldChangeTheWayOfWaitingAtAnyTime(World world) {
        for (Waiting way : WAYS) {
            world.endpoint().waiting(way);
            world.client().writeWord(world.at(0), 3);
            assertThat(world.client().readWord(world.at(0))).isEqualTo(3);
            assertThat(world.endpoint().waiting()).isEqualTo(way);
        }
    }

    @Test
    void shouldExchangeMessagesHoweverTheThreadWaits(World world) {
        world.serve(world.inbox(), new Echo(world.host()));
        for (Waiting way : WAYS) {
            VerbClient client = VerbClient.connect(world.newEndpoint(way), world.target());
            for (long i = 0; i < 20; i++) {
                client.send(MemoryBytes.bytesOf(i));
                assertThat(MemoryBytes.wordOf(client.receive(1).getFirst()))
                        .as("%s", way)
                        .isEqualTo(i);
            }
        }
    }

    @Test
    void shouldSayThatNoMessageCameWhenTheTimeIsOver(World world) {
        for (Waiting way : WAYS) {
            world.endpoint().waiting(way);
            for (long nanos : new long[] {0, 1_000_000, 50_000_000}) {
                long started = world.host().nanoTime();
                assertThat(world.endpoint().awaitMessage(nanos)).isFalse();
                long elapsed = world.host().nanoTime() - started;
                assertThat(elapsed).as("%s", way).isBetween(nanos, nanos + PROMISE_NANOS);
                assertThat(world.endpoint().receive(IGNORE)).isZero();
            }
        }
    }

    @Test
    void shouldWakeAClientThatWaitsForAMessage(World world) {
        Connection connection = new InboxLog(world.host(), world.inbox()).awaitOpened();
        for (Waiting way : WAYS) {
            world.endpoint().waiting(way);
            Host.Task sender =
                    world.host()
                            .start(
                                    "sender",
                                    () -> {
                                        world.host().sleep(30_000_000);
                                        connection.trySend(
                                                MemorySegment.ofArray(new byte[3]), 0, 3);
                                    });
            long started = world.host().nanoTime();
            assertThat(world.endpoint().awaitMessage(PATIENCE_NANOS)).as("%s", way).isTrue();
            assertThat(world.host().nanoTime() - started).as("%s", way).isLessThan(PROMISE_NANOS);
            assertThat(world.endpoint().receive(IGNORE)).isEqualTo(1);
            assertThat(sender.join(PATIENCE_NANOS)).isTrue();
        }
    }

    @Test
    void shouldWaitForMessagesOfAllChannelsOfAnEndpoint(World world) {
        Endpoint endpoint = world.newEndpoint();
        VerbClient first = VerbClient.connect(endpoint, world.target());
        VerbClient second = VerbClient.connect(endpoint, world.listen());
        VerbClient third = VerbClient.connect(endpoint, world.target());
        world.serve(world.inbox(), new Echo(world.host()));
        third.send((byte) 3);
        assertThat(endpoint.awaitMessage(PATIENCE_NANOS)).isTrue();
        endpoint.receive(
                (from, memory, offset, length) -> assertThat(from).isSameAs(third.channel()));
        first.send((byte) 1);
        assertThat(endpoint.awaitMessage(PATIENCE_NANOS)).isTrue();
        int received =
                endpoint.receive(
                        (from, memory, offset, length) ->
                                assertThat(from).isSameAs(first.channel()));
        assertThat(received).isEqualTo(1);
        assertThat(second.channel().isOpen()).isTrue();
    }

    @Test
    void shouldEndTheWaitForAMessageWhenTheEndpointIsClosedByAnotherThread(World world) {
        for (Waiting way : WAYS) {
            Endpoint endpoint = world.newEndpoint(way);
            endpoint.connect(world.target().uri());
            Host.Task closer = closeSoon(world, endpoint);
            long started = world.host().nanoTime();
            FailureAssertions.assertFails(
                    Kind.CLOSED,
                    () -> {
                        endpoint.awaitMessage(PATIENCE_NANOS);
                        endpoint.receive(IGNORE);
                    });
            assertThat(world.host().nanoTime() - started).as("%s", way).isLessThan(PROMISE_NANOS);
            assertThat(closer.join(PATIENCE_NANOS)).isTrue();
        }
    }

    @Test
    void shouldEndTheWaitForACompletionWhenTheEndpointIsClosedByAnotherThread(World world) {
        for (Waiting way : new Waiting[] {Waiting.POLL, Waiting.BLOCK}) {
            Endpoint endpoint = world.newEndpoint(way);
            Batch batch = endpoint.connect(world.target().uri()).batch(1);
            MemorySegment local = endpoint.allocate(1000);
            Host.Task closer = closeSoon(world, endpoint);
            long started = world.host().nanoTime();
            FailureAssertions.assertFails(
                    Kind.CLOSED,
                    () -> {
                        while (true) {
                            batch.clear().send(local, 0, 1000);
                            batch.execute();
                        }
                    });
            assertThat(world.host().nanoTime() - started).as("%s", way).isLessThan(PROMISE_NANOS);
            assertThat(closer.join(PATIENCE_NANOS)).isTrue();
        }
    }

    @Test
    void shouldEndVerbsWhenTheEndpointIsClosedByAnotherThread(World world) {
        for (int round = 0; round < 10; round++) {
            Endpoint endpoint = world.newEndpoint();
            Channel channel =
                    VerbClient.connect(endpoint, world.target(), world.region()).channel();
            MemorySegment local = endpoint.allocate(8192);
            Batch batch = channel.batch(3);
            Host.Task closer = closeSoon(world, endpoint);
            long started = world.host().nanoTime();
            FailureAssertions.assertFails(
                    Kind.CLOSED,
                    () -> {
                        while (true) {
                            batch.clear().write(world.at(64), local, 0, 4096);
                            batch.read(world.at(64), local, 4096, 4096);
                            batch.fetchAndAdd(world.at(0), 1);
                            batch.execute();
                        }
                    });
            // Closing memory that a thread is using leaves that thread interrupted in some JDKs.
            assertThat(Thread.currentThread().isInterrupted()).as("interrupted").isFalse();
            assertThat(world.host().nanoTime() - started).isLessThan(PROMISE_NANOS);
            assertThat(closer.join(PATIENCE_NANOS)).isTrue();
        }
        FailureAssertions.assertServes(world, world.client());
    }

    private static Host.Task closeSoon(World world, Endpoint endpoint) {
        return world.host()
                .start(
                        "closer",
                        () -> {
                            world.host().sleep(50_000_000);
                            endpoint.close();
                        });
    }
}
