package dev.mangrove.fabric.contract.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.contract.Eventually;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.InboxLog;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.PeerContext;
import dev.mangrove.fabric.contract.peer.RemotePeer;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/**
 * A receiver that does not take its messages slows its sender down, loses no message and delays no
 * other connection.
 */
public abstract class BackPressureContract extends FabricContract {
    /** Most bytes of messages on their way, per connection and direction. */
    public static final int BOUND = 256 * 1024;

    private static final int BYTES = 1000;

    @Test
    void shouldHoldBackSendsBeyondTheBoundAndLoseNothing(World world) {
        int number = 4 * BOUND / BYTES;
        MemorySegment local = world.endpoint().allocate((long) number * BYTES);
        Batch[] batches = submitNumbered(world.client(), local, number);
        int completed = completedSends(world, batches);
        assertThat((long) completed * BYTES)
                .as("bytes that were not received")
                .isLessThanOrEqualTo(BOUND);
        InboxLog log = new InboxLog(world.host(), world.inbox());
        boolean all =
                log.drainUntil(
                        PATIENCE_NANOS,
                        () -> {
                            for (Batch batch : batches) {
                                batch.poll();
                            }
                            return log.messages().size() == number;
                        });
        assertThat(all).as("%d of %d have come", log.messages().size(), number).isTrue();
        assertNumbered(log.messages());
        for (Batch batch : batches) {
            batch.await();
        }
    }

    @Test
    void shouldDeliverMoreThanTheBoundToASlowServer(World world) {
        int number = 3 * BOUND / BYTES;
        InboxLog log = new InboxLog(world.host(), world.inbox());
        RemotePeer peer = world.start(ContractProgram.SEND_NUMBERED, world.target(), number, BYTES);
        PeerContext.go(peer);
        while (log.messages().size() < number) {
            log.awaitMessages(log.messages().size() + 1);
            if (log.messages().size() % 64 == 0) {
                world.host().sleep(2_000_000);
            }
        }
        peer.finish();
        log.drain();
        assertThat(log.messages()).hasSize(number);
        assertNumbered(log.messages());
    }

    @Test
    void shouldGiveUpASendWhenTheServerNeverMakesRoom(World world) {
        Endpoint endpoint = world.newEndpoint(Duration.ofSeconds(1));
        VerbClient client = VerbClient.connect(endpoint, world.target(), world.region());
        long before = world.host().nanoTime();
        assertThat(FailureAssertions.assertFails(Kind.TIMEOUT, () -> fill(client)))
                .hasMessageContaining(Verb.SEND.name())
                .hasMessageContaining(client.channel().peer().toString());
        assertThat(world.host().nanoTime() - before)
                .isGreaterThanOrEqualTo(endpoint.timeoutNanos());
        FailureAssertions.assertStaysFailed(
                client.channel(), Kind.TIMEOUT, client.channel().batch(1));
        FailureAssertions.assertServes(world, world.client());
    }

    @Test
    void shouldSayNoToAServerWhoseClientTakesNothingAndYesAgainLater(World world) {
        Connection connection = new InboxLog(world.host(), world.inbox()).awaitOpened();
        int sent = 0;
        for (int round = 0; round < 3; round++) {
            int first = sent;
            sent = sendUntilRefused(connection, first);
            assertThat(sent).as("room for some").isGreaterThan(first);
            assertThat((long) (sent - first) * BYTES)
                    .as("bytes on their way")
                    .isLessThanOrEqualTo(BOUND);
            List<byte[]> received = world.client().receive(sent - first);
            assertThat(received).hasSize(sent - first);
            for (int i = 0; i < received.size(); i++) {
                assertThat(MemoryBytes.wordOf(received.get(i))).isEqualTo(first + i);
            }
            MemorySegment another = MemorySegment.ofArray(new byte[BYTES]);
            assertThat(
                            Eventually.within(
                                    PROMISE_NANOS,
                                    world.host(),
                                    () -> connection.trySend(another, 0, BYTES)))
                    .as("room again")
                    .isTrue();
            world.client().receive(1);
        }
    }

    @Test
    void shouldCompleteVerbsThoughUnreadMessagesWaitAtTheClient(World world) {
        Connection connection = new InboxLog(world.host(), world.inbox()).awaitOpened();
        int sent = sendUntilRefused(connection, 0);
        byte[] bytes = MemoryBytes.pattern(1, 4096);
        for (int i = 0; i < 20; i++) {
            world.client().write(world.at(0), bytes);
            assertThat(world.client().read(world.at(0), 4096)).isEqualTo(bytes);
            assertThat(world.client().fetchAndAdd(world.at(8192), 1)).isEqualTo(i);
        }
        assertThat(world.client().receive(sent)).hasSize(sent);
    }

    @Test
    void shouldCompleteVerbsThoughUnreadMessagesWaitAtTheServer(World world) {
        for (int i = 0; i < BOUND / 4 / BYTES; i++) {
            world.client().send(MemoryBytes.pattern(i, BYTES));
        }
        world.client().writeWord(world.at(0), 4);
        assertThat(world.client().readWord(world.at(0))).isEqualTo(4);
        InboxLog log = new InboxLog(world.host(), world.inbox());
        assertThat(log.awaitMessages(BOUND / 4 / BYTES)).hasSize(BOUND / 4 / BYTES);
    }

    @Test
    void shouldServeOtherChannelsWhileOneIsHeldBack(World world) {
        int number = 2 * BOUND / BYTES;
        MemorySegment local = world.endpoint().allocate((long) number * BYTES);
        Batch[] held = submitNumbered(world.client(), local, number);
        completedSends(world, held);
        VerbClient sibling = VerbClient.connect(world.endpoint(), world.target(), world.region());
        VerbClient other = world.connect();
        for (VerbClient client : new VerbClient[] {sibling, other}) {
            client.writeWord(world.at(0), 6);
            assertThat(client.readWord(world.at(0))).isEqualTo(6);
            client.send((byte) 1);
        }
        assertThat(held[held.length - 1].isDone()).as("is held back").isFalse();
        assertThatIllegalStateException().isThrownBy(held[held.length - 1]::clear);
        assertThat(world.channel().isOpen()).isTrue();
    }

    /** Submits numbered messages in batches, without waiting. */
    private static Batch[] submitNumbered(VerbClient client, MemorySegment local, int number) {
        int perBatch = Math.min(16, client.channel().capabilities().largestBatch());
        Batch[] batches = new Batch[(number + perBatch - 1) / perBatch];
        for (int i = 0; i < number; i++) {
            int b = i / perBatch;
            if (batches[b] == null) {
                batches[b] = client.channel().batch(perBatch);
            }
            MemoryBytes.putWord(local, (long) i * BYTES, i);
            batches[b].send(local, (long) i * BYTES, BYTES);
            if (batches[b].size() == perBatch || i == number - 1) {
                batches[b].submit();
            }
        }
        return batches;
    }

    /** Polls for a while and returns how many sends have completed. */
    private static int completedSends(World world, Batch... batches) {
        int[] completed = {0};
        Eventually.within(
                100_000_000,
                world.host(),
                () -> {
                    for (Batch batch : batches) {
                        while (batch.poll() != Batch.NONE) {
                            completed[0]++;
                        }
                    }
                    return false;
                });
        return completed[0];
    }

    private static void fill(VerbClient client) {
        for (int i = 0; i <= BOUND / BYTES; i++) {
            client.send(new byte[BYTES]);
        }
    }

    /** Sends numbered messages until there is no room; returns the number that comes next. */
    private static int sendUntilRefused(Connection connection, int first) {
        byte[] bytes = new byte[BYTES];
        MemorySegment message = MemorySegment.ofArray(bytes);
        for (int i = first; i - first <= 2 * BOUND / BYTES; i++) {
            MemoryBytes.putWord(message, 0, i);
            if (!connection.trySend(message, 0, BYTES)) {
                return i;
            }
        }
        throw new AssertionError("never refused");
    }

    private static void assertNumbered(List<byte[]> messages) {
        for (int i = 0; i < messages.size(); i++) {
            assertThat(messages.get(i)).hasSize(BYTES);
            assertThat(MemoryBytes.wordOf(messages.get(i))).as("message %d", i).isEqualTo(i);
        }
    }
}
