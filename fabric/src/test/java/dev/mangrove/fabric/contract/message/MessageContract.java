package dev.mangrove.fabric.contract.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Verb;
import dev.mangrove.fabric.contract.Echo;
import dev.mangrove.fabric.contract.Eventually;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.InboxLog;
import dev.mangrove.fabric.contract.MemoryBytes;
import dev.mangrove.fabric.contract.Server;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;
import dev.mangrove.fabric.contract.peer.ContractProgram;
import dev.mangrove.fabric.contract.peer.PeerContext;
import dev.mangrove.fabric.contract.peer.RemotePeer;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Messages arrive whole, once and in order, in both directions. */
public abstract class MessageContract extends FabricContract {
    /** Bytes that a WRITE with immediate carries here. */
    public static final int IMMEDIATE_BLOCK = 256;

    private static final int IMMEDIATES = rounds(500);

    @Test
    void shouldDeliverMessagesOfEverySizeInOrder(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        List<byte[]> sent = messagesOfManySizes(world);
        for (int i = 0; i < sent.size(); i++) {
            world.client().send(sent.get(i));
            log.awaitMessages(i + 1);
        }
        assertThat(log.messages()).containsExactlyElementsOf(sent);
    }

    @Test
    void shouldDeliverTheServersMessagesOfEverySizeInOrder(World world) {
        Connection connection = new InboxLog(world.host(), world.inbox()).awaitOpened();
        for (byte[] message : messagesOfManySizes(world)) {
            assertThat(connection.trySend(MemorySegment.ofArray(message), 0, message.length))
                    .isTrue();
            assertThat(world.client().receive(1)).containsExactly(message);
        }
        assertThat(world.channel().meter().messagesReceived())
                .isEqualTo(messagesOfManySizes(world).size());
    }

    @Test
    void shouldSendTheNamedPartOfLocalMemory(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        MemorySegment local = world.endpoint().allocate(64);
        MemoryBytes.put(local, 0, MemoryBytes.pattern(1, 64));
        Batch batch = world.channel().batch(2);
        batch.send(local, 13, 5);
        batch.send(local, 0, 1);
        batch.execute();
        assertThat(log.awaitMessages(2))
                .containsExactly(MemoryBytes.bytes(local, 13, 5), MemoryBytes.bytes(local, 0, 1));
        Connection connection = log.awaitOpened();
        assertThat(connection.trySend(MemorySegment.ofArray(MemoryBytes.pattern(2, 64)), 7, 9))
                .isTrue();
        byte[] received = world.client().receive(1).getFirst();
        assertThat(received).isEqualTo(Arrays.copyOfRange(MemoryBytes.pattern(2, 64), 7, 16));
    }

    @Test
    void shouldRefuseAMessageThatIsTooLarge(World world) {
        int tooLarge = world.capabilities().largestMessage() + 1;
        InboxLog log = new InboxLog(world.host(), world.inbox());
        Connection connection = log.awaitOpened();
        VerbClient other = world.connect();
        MemorySegment memory = MemorySegment.ofArray(new byte[tooLarge]);
        FailureAssertions.assertFails(
                Kind.TOO_LARGE, () -> connection.trySend(memory, 0, tooLarge));
        assertThat(
                        FailureAssertions.assertFails(
                                Kind.TOO_LARGE, () -> world.client().send(new byte[tooLarge])))
                .hasMessageContaining(Verb.SEND.name())
                .hasMessageContaining(world.channel().peer().toString());
        FailureAssertions.assertStaysFailed(
                world.channel(), Kind.TOO_LARGE, world.channel().batch(1));
        log.drain();
        assertThat(log.messages()).isEmpty();
        FailureAssertions.assertServes(world, other);
    }

    @Test
    void shouldTakeAtMostTheGivenNumberOfItemsFromAnInbox(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        VerbClient client = world.connect();
        for (int i = 0; i < 10; i++) {
            client.send((byte) i);
        }
        client.channel().close();
        // The log fails if more messages arrive than expected.
        assertThat(
                        Eventually.within(
                                PATIENCE_NANOS,
                                world.host(),
                                () -> {
                                    log.poll(1);
                                    return !log.closed().isEmpty();
                                }))
                .as("has closed")
                .isTrue();
        for (int i = 0; i < 10; i++) {
            assertThat(log.messages().get(i)).containsExactly(i);
        }
        assertThat(log.poll(3)).as("empty").isZero();
    }

    @Test
    void shouldKeepOrderBetweenMessagesAndVerbsOfABatch(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        MemorySegment local = world.endpoint().allocate(64);
        Batch batch = world.channel().batch(4);
        batch.writeLong(world.at(0), 5);
        batch.send(local, 0, 8);
        batch.fetchAndAdd(world.at(0), 1);
        batch.send(local, 8, 3);
        batch.execute();
        assertThat(batch.result(2)).isEqualTo(5);
        assertThat(log.awaitMessages(2))
                .extracting(message -> message.length)
                .containsExactly(8, 3);
    }

    @Test
    void shouldDeliverAnImmediateWithItsData(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        byte[] bytes = MemoryBytes.pattern(1, 333);
        world.client().writeImmediate(world.at(50), bytes, 0x8000_0001);
        world.client().writeImmediate(world.at(0), new byte[0], -1);
        assertThat(log.drainUntil(PATIENCE_NANOS, () -> log.immediates().size() == 2)).isTrue();
        assertThat(log.immediates()).containsExactly(0x8000_0001, -1);
        assertThat(MemoryBytes.bytes(world.region().memory(), 50, 333)).isEqualTo(bytes);
    }

    /**
     * The writer is ahead of the server, so a word of the block holds the number of this round or
     * of a later one.
     */
    @Test
    void shouldShowTheDataOfAnImmediateToTheServerNoLaterThanTheImmediate(World world) {
        RemotePeer peer =
                world.start(
                        ContractProgram.WRITE_NUMBERED, world.target(), world.region(), IMMEDIATES);
        ImmediateCheck check = new ImmediateCheck(world.region().memory());
        PeerContext.go(peer);
        assertThat(
                        Eventually.within(
                                PATIENCE_NANOS,
                                world.host(),
                                () -> {
                                    world.inbox().poll(check, 1);
                                    return check.last == IMMEDIATES;
                                }))
                .as("all have come")
                .isTrue();
        assertThat(peer.finish()).isEmpty();
    }

    @Test
    void shouldCarryMessagesToAndFromSeveralPeersAtOnce(World world) {
        Server server = world.serve(world.inbox(), new Echo(world.host()));
        RemotePeer first = world.start(ContractProgram.PING, world.target(), 500);
        RemotePeer second = world.start(ContractProgram.PING, world.target(), 500);
        PeerContext.go(first, second);
        for (long i = 0; i < 500; i++) {
            world.client().send(MemoryBytes.bytesOf(i));
            assertThat(MemoryBytes.wordOf(world.client().receive(1).getFirst())).isEqualTo(i);
        }
        assertThat(first.finish()).isEmpty();
        assertThat(second.finish()).isEmpty();
        server.close();
    }

    private static List<byte[]> messagesOfManySizes(World world) {
        int largest = world.capabilities().largestMessage();
        List<byte[]> messages = new ArrayList<>();
        for (int size :
                new int[] {
                    0, 1, 7, 8, 17, 63, 64, 65, 1000, 1024, largest / 2, largest - 1, largest
                }) {
            messages.add(MemoryBytes.pattern(size, Math.min(size, largest)));
        }
        return messages;
    }

    /** Compares each immediate with the block that it announces. */
    private static final class ImmediateCheck implements Inbox.Handler {
        private final MemorySegment memory;
        private int last;

        ImmediateCheck(MemorySegment memory) {
            this.memory = memory;
        }

        @Override
        public void onOpened(Connection connection) {}

        @Override
        public void onMessage(Connection from, MemorySegment message, long offset, int length) {
            throw new AssertionError("no client sent a message");
        }

        @Override
        public void onImmediate(Connection from, int immediate) {
            assertThat(immediate).isEqualTo(last + 1);
            last = immediate;
            for (int i = 0; i < IMMEDIATE_BLOCK; i += Long.BYTES) {
                assertThat(MemoryBytes.wordAcquire(memory, i))
                        .as("word %d", i)
                        .isGreaterThanOrEqualTo(immediate);
            }
        }

        @Override
        public void onClosed(Connection connection, String reason) {}
    }
}
