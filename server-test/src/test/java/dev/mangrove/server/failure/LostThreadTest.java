package dev.mangrove.server.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.index.wire.Status;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server's thread continues after a request throws, or the server ends. */
@OnEveryFabric
final class LostThreadTest {
    private static final int KIND = MessageKind.LAST;

    @RegisterExtension final Pools pools;

    LostThreadTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldAnswerWhenTheHeapIsTooSmallForARequest() {
        MemoryServer server =
                pools.start(
                        options -> options,
                        (context, table) ->
                                table.register(
                                        KIND,
                                        (request, reply) -> {
                                            throw new OutOfMemoryError("for the test");
                                        }));
        try (Mangrove client = pools.connect(server);
                Session session = ClientAccess.of(client).session()) {
            Call call = session.link(0).call(8);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> call.execute(KIND, 8))
                        .isInstanceOfSatisfying(
                                RequestRefusedException.class,
                                e -> assertThat(e.status()).isEqualTo(Status.OUT_OF_MEMORY));
                call.execute(MessageKind.ECHO, 8);
            }
            assertThat(server.failure()).isNull();
        }
    }

    @Test
    void shouldEndWhenAWorkerIsLost() throws InterruptedException {
        Error cause = new LinkageError("for the test");
        MemoryServer server =
                pools.start(
                        options -> options,
                        (context, table) ->
                                table.register(
                                        KIND,
                                        (request, reply) -> {
                                            throw cause;
                                        }));
        CountDownLatch told = new CountDownLatch(1);
        server.onFailure(told::countDown);
        try (Mangrove client = pools.connect(server);
                Session session = ClientAccess.of(client).session()) {
            Call call = session.link(0).call(8);
            assertThatThrownBy(() -> call.execute(KIND, 8)).isInstanceOf(FabricException.class);
            assertThat(told.await(Pools.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(server.failure()).isSameAs(cause);
            pools.until(() -> !session.link(0).isOpen());
        }
    }

    @Test
    void shouldTellACallerThatAsksAfterTheEnd() {
        MemoryServer server =
                pools.start(
                        options -> options,
                        (context, table) ->
                                table.register(
                                        KIND,
                                        (request, reply) -> {
                                            throw new LinkageError("for the test");
                                        }));
        try (Mangrove client = pools.connect(server);
                Session session = ClientAccess.of(client).session()) {
            Call call = session.link(0).call(8);
            assertThatThrownBy(() -> call.execute(KIND, 8)).isInstanceOf(FabricException.class);
        }
        CountDownLatch told = new CountDownLatch(1);
        pools.until(
                () -> {
                    server.onFailure(told::countDown);
                    return told.getCount() == 0;
                });
        assertThat(server.failure()).isInstanceOf(LinkageError.class);
    }
}
