package dev.mangrove.index.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.FabricException.Kind;
import dev.mangrove.index.wire.HelloRequest;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Role;
import dev.mangrove.index.wire.Status;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.List;

/** How a client connects, listens, loses servers and finds them again. */
final class ClientPoolTest {
    private final SimPool servers = new SimPool(2);

    @AfterEach
    void close() {
        servers.close();
    }

    @Test
    void shouldConnectToEachMemberOfTheListAndListenForItsHeartbeats() {
        Pool pool = servers.connect();
        servers.run(100);
        assertThat(pool.members()).extracting(Member::number).containsExactly(0, 1);
        assertThat(pool.loads()).allMatch(load -> load.heartbeats() > 0 && load.isAlive());
        assertThat(pool.reachedAt(1)).isEqualTo(servers.server(1).uri());
    }

    @Test
    void shouldRememberTheUriThatLedToTheFirstServer() {
        ScriptedServer first = servers.server(0);
        first.lists(1, List.of(first.memberAt(List.of())));
        Pool pool = servers.connect();
        assertThat(pool.reachedAt(0)).isEqualTo(first.uri());
    }

    @Test
    void shouldLearnOfANewServerWhenAHeartbeatHasANewerEpoch() {
        Pool pool = servers.connect();
        ScriptedServer joined = servers.addServer();
        servers.server(1).lists(2, servers.members());
        assertThat(servers.comesTrue(() -> pool.members().size() == 3)).isTrue();
        assertThat(servers.comesTrue(() -> pool.load(2).heartbeats() > 0)).isTrue();
        assertThat(pool.reachedAt(2)).isEqualTo(joined.uri());
    }

    @Test
    void shouldNotAskForTheListAgainWhileTheEpochStays() {
        servers.connect();
        servers.run(500);
        int asked = requests(MessageKind.MEMBERS);
        servers.run(500);
        assertThat(requests(MessageKind.MEMBERS)).isEqualTo(asked);
    }

    @Test
    void shouldAskForTheListWhenASessionNeedsAServerThatIsNotKnown() {
        Pool pool = servers.connect();
        servers.server(0).sendsHeartbeats(false);
        servers.server(1).sendsHeartbeats(false);
        servers.addServer();
        servers.server(0).lists(2, servers.members());
        try (Session session = pool.session()) {
            assertThat(session.link(2).server()).isEqualTo(2);
            assertThatThrownBy(() -> session.link(3))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("the pool has no server 3");
        }
    }

    @Test
    void shouldEndAWaitWhenTheServerIsSilentAndServeAgainWithTheNextHeartbeat() {
        Pool pool = servers.connect();
        try (Session session = pool.session()) {
            Call call = session.link(1).call(8);
            call.execute(MessageKind.ECHO, 8);
            servers.server(1).on(MessageKind.ECHO, request -> {});
            servers.server(1).sendsHeartbeats(false);
            long took =
                    servers.duration(
                            () ->
                                    assertLost(
                                            () -> call.execute(MessageKind.ECHO, 8), "heartbeats"));
            assertThat(took)
                    .isGreaterThanOrEqualTo(SimPool.OPTIONS.silenceLimit().toMillis())
                    .isLessThan(SimPool.OPTIONS.timeout().toMillis() / 2);
            servers.server(1).on(MessageKind.ECHO, request -> request.answer(request.payload()));
            servers.server(1).sendsHeartbeats(true);
            servers.run(100);
            call.execute(MessageKind.ECHO, 8);
            assertThat(call.answerBytes()).isEqualTo(8);
        }
    }

    @Test
    void shouldKeepUsingOtherServersWhenOneIsLost() {
        Pool pool = servers.connect();
        try (Session session = pool.session()) {
            session.link(0);
            session.link(1);
            servers.server(1).closeConnections();
            assertThat(servers.comesTrue(() -> !pool.members().get(1).alive())).isTrue();
            assertLost(() -> session.link(1).admin().execute(MessageKind.ECHO, 8), "");
            session.link(0).admin().execute(MessageKind.ECHO, 8);
            assertThat(session.link(0).admin().answerBytes()).isEqualTo(8);
        }
    }

    @Test
    void shouldFindAPausedServerAgainForLaterSessionsOnly() {
        Pool pool = servers.connect();
        try (Session before = pool.session()) {
            lose(pool, 1);
            assertThat(servers.comesTrue(() -> pool.members().get(1).alive())).isTrue();
            assertLost(() -> before.link(1), "server 1 (s1) is lost");
            try (Session after = pool.session()) {
                after.link(1).admin().execute(MessageKind.ECHO, 8);
                assertThat(after.lossOf(1)).isNull();
            }
        }
    }

    @Test
    void shouldKeepAServerLostWhenAnotherRunOfItAnswers() {
        Pool pool = servers.connect();
        servers.server(1).instance(999);
        lose(pool, 1);
        int before = servers.server(1).requests(MessageKind.HELLO).size();
        servers.run(5000);
        assertThat(servers.server(1).requests(MessageKind.HELLO)).hasSizeGreaterThan(before);
        assertThat(pool.members().get(1).alive()).isFalse();
        try (Session session = pool.session()) {
            assertLost(() -> session.link(1), "server 1 (s1) is lost");
        }
    }

    @Test
    void shouldDrawAnotherSessionNumberWhenAServerRefusesTheFirst() {
        Pool pool = servers.connect();
        List<Integer> refused = refuseSessions(servers.server(0), 2);
        try (Session session = pool.session()) {
            session.link(0);
            assertThat(refused).hasSize(2).doesNotContain(session.number());
        }
    }

    @Test
    void shouldKeepASessionNumberThatHasBeenReadWhenAServerRefusesIt() {
        Pool pool = servers.connect();
        try (Session session = pool.session()) {
            int number = session.number();
            List<Integer> refused = refuseSessions(servers.server(0), 1);
            assertThatThrownBy(() -> session.link(0))
                    .isInstanceOf(RequestRefusedException.class)
                    .hasMessageContaining("taken");
            assertThat(refused).containsExactly(number);
        }
    }

    @Test
    void shouldRefuseToOpenAndUseSessionsWhenTheClientIsClosed() {
        Pool pool = servers.connect();
        Session session = pool.session();
        session.link(0);
        pool.close();
        assertThatThrownBy(pool::session).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.link(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(pool::members).isInstanceOf(IllegalStateException.class);
    }

    private void lose(Pool pool, int number) {
        servers.server(number).closeConnections();
        assertThat(servers.comesTrue(() -> !pool.members().get(number).alive())).isTrue();
    }

    private int requests(int kind) {
        return servers.server(0).requests(kind).size() + servers.server(1).requests(kind).size();
    }

    /** Refuses the first HELLOs of sessions as if another client had their numbers. */
    private static List<Integer> refuseSessions(ScriptedServer server, int times) {
        List<Integer> refused = new java.util.ArrayList<>();
        server.on(
                MessageKind.HELLO,
                request -> {
                    MemorySegment payload = MemorySegment.ofArray(request.payload());
                    boolean ofSession = HelloRequest.role(payload, 0) == Role.SESSION;
                    if (ofSession && refused.size() < times) {
                        refused.add(HelloRequest.session(payload, 0));
                        request.refuse(Status.EXISTS, "taken");
                    } else {
                        server.hello(request);
                    }
                });
        return refused;
    }

    private static void assertLost(Runnable action, String text) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        FabricException.class, e -> assertThat(e.kind()).isEqualTo(Kind.PEER_LOST))
                .hasMessageContaining(text);
    }
}
