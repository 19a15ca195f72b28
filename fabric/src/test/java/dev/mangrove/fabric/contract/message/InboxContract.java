package dev.mangrove.fabric.contract.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.fabric.Target;
import dev.mangrove.fabric.contract.Eventually;
import dev.mangrove.fabric.contract.FabricContract;
import dev.mangrove.fabric.contract.FailureAssertions;
import dev.mangrove.fabric.contract.InboxLog;
import dev.mangrove.fabric.contract.VerbClient;
import dev.mangrove.fabric.contract.World;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Inboxes report the life of each connection, wake their waiting thread, and are independent. */
public abstract class InboxContract extends FabricContract {
    @Test
    void shouldTellOfAConnectionBeforeItsMessagesAndOfItsEndOnceAndLast(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        VerbClient client = world.connect();
        for (int i = 0; i < 20; i++) {
            client.send((byte) i);
        }
        client.channel().close();
        log.awaitClosed(1);
        assertThat(log.messages()).as("all that was sent before the end").hasSize(20);
        assertThat(log.open()).as("the client that is ready").hasSize(1);
        world.host().sleep(50_000_000);
        assertThat(log.drain()).as("nothing after the end").isZero();
        assertThat(log.closed()).hasSize(1);
        assertThat(log.closed().values()).allSatisfy(reason -> assertThat(reason).isNotBlank());
    }

    @Test
    void shouldTellOfTheEndWhenTheClientsFabricCloses(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        world.connect();
        List<Connection> connections = log.awaitOpened(2);
        assertThat(connections).allMatch(Connection::isOpen);
        world.clientFabric().close();
        log.awaitClosed(2);
        assertThat(connections).noneMatch(Connection::isOpen);
        FailureAssertions.assertFails(
                Kind.PEER_LOST,
                () -> connections.getFirst().trySend(MemorySegment.ofArray(new byte[8]), 0, 8));
    }

    @Test
    void shouldGiveEveryConnectionItsOwnIdPeerAndAttachment(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        for (int i = 0; i < 4; i++) {
            world.connect();
        }
        List<Connection> connections = log.awaitOpened(5);
        Set<Long> ids = new HashSet<>();
        for (Connection connection : connections) {
            assertThat(ids.add(connection.id())).as("new id").isTrue();
            assertThat(connection.peer()).isNotBlank();
            assertThat(connection.attachment()).isNull();
            connection.attach("with " + connection.id());
        }
        assertThat(connections)
                .allSatisfy(one -> assertThat(one.attachment()).isEqualTo("with " + one.id()));
    }

    @Test
    void shouldEndTheClientsChannelWhenTheServerClosesTheConnection(World world) {
        InboxLog log = new InboxLog(world.host(), world.inbox());
        Connection connection = log.awaitOpened();
        VerbClient other = world.connect();
        connection.close();
        assertThat(
                        FailureAssertions.assertFailsSoon(
                                Kind.PEER_LOST,
                                world.host(),
                                () -> world.client().readWord(world.at(0))))
                .hasMessageContaining(world.channel().peer().toString());
        FailureAssertions.assertStaysFailed(
                world.channel(), Kind.PEER_LOST, world.channel().batch(1));
        log.awaitClosed(1);
        assertThat(connection.isOpen()).isFalse();
        FailureAssertions.assertServes(world, other);
    }

    @Test
    void shouldHandOverMessagesThatCameBeforeTheEndOfTheConnection(World world) {
        Connection connection = new InboxLog(world.host(), world.inbox()).awaitOpened();
        for (int i = 0; i < 3; i++) {
            assertThat(connection.trySend(MemorySegment.ofArray(new byte[i]), 0, i)).isTrue();
        }
        connection.close();
        assertThat(world.client().receive(3))
                .extracting(message -> message.length)
                .containsExactly(0, 1, 2);
        assertThat(world.endpoint().awaitMessage(PROMISE_NANOS))
                .as("has something to say")
                .isTrue();
        FailureAssertions.assertFails(
                Kind.PEER_LOST,
                () -> world.endpoint().receive((from, memory, offset, length) -> {}));
    }

    @Test
    void shouldReceiveFromOtherChannelsOnceTheFailedOneIsClosed(World world) {
        Endpoint endpoint = world.newEndpoint();
        Target second = world.listen();
        VerbClient lost = VerbClient.connect(endpoint, world.listen());
        VerbClient kept = VerbClient.connect(endpoint, second);
        Connection connection = new InboxLog(world.host(), second.inbox(0)).awaitOpened();
        lost.channel().close();
        assertThat(endpoint.channels()).containsExactly(kept.channel());
        assertThat(connection.trySend(MemorySegment.ofArray(new byte[5]), 0, 5)).isTrue();
        assertThat(kept.receive(1).getFirst()).hasSize(5);
    }

    @Test
    void shouldKeepEveryConnectionInOneInbox(World world) {
        Target target = world.serverFabric().listen(world.targetOptions().withInboxes(3));
        List<InboxLog> logs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            logs.add(new InboxLog(world.host(), target.inbox(i)));
        }
        List<VerbClient> clients = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            clients.add(world.connect(target));
        }
        for (int round = 0; round < 10; round++) {
            for (VerbClient client : clients) {
                client.send((byte) round);
            }
        }
        // A log fails when a message comes where its connection did not open.
        assertThat(
                        Eventually.within(
                                PATIENCE_NANOS,
                                world.host(),
                                () -> {
                                    logs.forEach(InboxLog::drain);
                                    return logs.stream()
                                                    .mapToInt(log -> log.messages().size())
                                                    .sum()
                                            == 90;
                                }))
                .isTrue();
        assertThat(logs.stream().mapToInt(log -> log.open().size()).sum()).isEqualTo(9);
        assertThat(logs).as("used inboxes").allSatisfy(log -> assertThat(log.open()).isNotEmpty());
    }

    @Test
    void shouldRefuseAnInboxThatIsNotThere(World world) {
        assertThat(world.inbox()).isNotNull();
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> world.target().inbox(1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> world.target().inbox(-1));
    }
}
