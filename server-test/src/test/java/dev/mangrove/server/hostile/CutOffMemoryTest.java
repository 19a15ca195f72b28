package dev.mangrove.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.MessageKind;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** A client truncates files of shared memory while a server uses them. */
final class CutOffMemoryTest {
    @RegisterExtension final Pools pools = new Pools("shm");

    @ParameterizedTest
    @ValueSource(ints = {0, 4096, 300_000})
    void shouldServeOthersWhenAClientCutsOffItsConnections(int left) {
        MemoryServer server = pools.start();
        try (Mangrove other = pools.connect(server);
                Session session = ClientAccess.of(other).session()) {
            try (ChildJvm client = startClient(server, left)) {
                assertThat(client.readLine()).startsWith("ready");
                assertThat(session.status(0).clients()).isEqualTo(2);
                client.go();
                assertThat(client.readLine()).isEqualTo("cut 2");
                assertServes(server, session);
            } // Until its end the client has the server's memory mapped, so it is not gone.
            pools.until(() -> session.status(0).clients() == 1);
            assertServes(server, session);
        }
    }

    private static ChildJvm startClient(MemoryServer server, int left) {
        return ChildJvm.start(
                CutOffMain.class, server.uris().getFirst().toString(), String.valueOf(left));
    }

    /** The worker answers, the client monitor accepts clients, and the ticker sends heartbeats. */
    private void assertServes(MemoryServer server, Session session) {
        session.link(0).call(8).execute(MessageKind.ECHO, 8);
        try (Mangrove another = pools.connect(server);
                Session fresh = ClientAccess.of(another).session()) {
            long beat = fresh.link(0).beat().number();
            pools.until(() -> fresh.link(0).beat().number() > beat + 2);
        }
        assertThat(server.failure()).isNull();
    }

    @Test
    void shouldEndWhenItsOwnMemoryIsCutOff() throws IOException {
        MemoryServer server = pools.start();
        try (Mangrove client = pools.connect(server);
                Session session = ClientAccess.of(client).session()) {
            Call call = session.link(0).call(8);
            call.execute(MessageKind.ECHO, 8);
            Path folder = Path.of(server.uris().getFirst().getSchemeSpecificPart());
            try (RandomAccessFile file =
                    new RandomAccessFile(folder.resolve("region-1").toFile(), "rw")) {
                file.setLength(4096);
            }
            pools.until(() -> server.failure() != null);
            assertThat(server.failure()).isInstanceOf(FabricException.class);
        }
    }
}
