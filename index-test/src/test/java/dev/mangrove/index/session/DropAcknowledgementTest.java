package dev.mangrove.index.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.session.ScriptedServer.Request;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Words;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.List;

final class DropAcknowledgementTest {
    private static final long SEVERAL_HEARTBEATS = 200;

    private final SimPool servers = new SimPool(1);
    private final ScriptedServer server = servers.server(0);
    private Pool pool;
    private Session session;

    @BeforeEach
    void connect() {
        server.on(MessageKind.DROPS_SEEN, request -> request.answer(new byte[0]));
        pool = servers.connect();
        session = pool.session();
        session.link(0);
    }

    @AfterEach
    void close() {
        servers.close();
    }

    @Test
    void shouldAcknowledgeTheCountOfAHeartbeatOnceWhenNoThreadWrites() {
        server.drops(3);
        servers.run(SEVERAL_HEARTBEATS);
        assertThat(acknowledged()).containsExactly(3L);
        assertThat(session.link(0).drops()).isEqualTo(3);
    }

    @Test
    void shouldAcknowledgeNothingWhenNoIndexWasDropped() {
        servers.run(SEVERAL_HEARTBEATS);
        assertThat(acknowledged()).isEmpty();
    }

    @Test
    void shouldWaitForAThreadThatWritesUntilItHasLeftTheOuterSection() {
        session.writes().enter();
        session.writes().enter();
        server.drops(1);
        servers.run(SEVERAL_HEARTBEATS);
        session.writes().exit();
        servers.run(SEVERAL_HEARTBEATS);
        assertThat(acknowledged()).isEmpty();
        session.writes().exit();
        servers.run(SEVERAL_HEARTBEATS);
        assertThat(acknowledged()).containsExactly(1L);
    }

    @Test
    void shouldNotWaitForAThreadThatEntersAgainAfterItHasLeft() {
        session.writes().enter();
        server.drops(1);
        servers.run(SEVERAL_HEARTBEATS);
        session.writes().exit();
        session.writes().enter();
        servers.run(SEVERAL_HEARTBEATS);
        assertThat(acknowledged()).containsExactly(1L);
        assertThat(session.link(0).drops()).as("the thread sees the drop").isEqualTo(1);
    }

    @Test
    void shouldWaitForTheThreadsOfAllSessions() {
        try (Session other = pool.session()) {
            session.writes().enter();
            other.writes().enter();
            server.drops(1);
            servers.run(SEVERAL_HEARTBEATS);
            session.writes().exit();
            servers.run(SEVERAL_HEARTBEATS);
            assertThat(acknowledged()).isEmpty();
            other.writes().exit();
            servers.run(SEVERAL_HEARTBEATS);
            assertThat(acknowledged()).containsExactly(1L);
        }
    }

    @Test
    void shouldNotWaitForASessionThatWasClosedWhileItsThreadWrote() {
        session.writes().enter();
        server.drops(1);
        servers.run(SEVERAL_HEARTBEATS);
        session.close();
        servers.run(SEVERAL_HEARTBEATS);
        assertThat(acknowledged()).containsExactly(1L);
    }

    @Test
    void shouldAcknowledgeALaterDropAfterTheServerHasAnsweredTheFirst() {
        List<Request> waiting = new java.util.ArrayList<>();
        server.on(MessageKind.DROPS_SEEN, waiting::add);
        server.drops(1);
        servers.run(SEVERAL_HEARTBEATS);
        server.drops(2);
        servers.run(SEVERAL_HEARTBEATS);
        assertThat(acknowledged()).containsExactly(1L);
        server.on(MessageKind.DROPS_SEEN, request -> request.answer(new byte[0]));
        waiting.getFirst().answer(new byte[0]);
        servers.run(SEVERAL_HEARTBEATS);
        assertThat(acknowledged()).containsExactly(1L, 2L);
    }

    private List<Long> acknowledged() {
        return server.requests(MessageKind.DROPS_SEEN).stream()
                .map(request -> Words.get(MemorySegment.ofArray(request.payload()), 0, 0))
                .toList();
    }
}
