package dev.mangrove.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.session.ChunkOwner;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

final class EmbeddedTest {
    @Test
    void shouldServeWithinTheProcessAndLeaveNothingBehind() {
        Path folder;
        try (Mangrove mangrove = Mangrove.embedded(64 << 20);
                Session session = ClientAccess.of(mangrove).session()) {
            long chunk = session.allocateChunk(0, ChunkOwner.CLIENT);
            Batch batch = session.channel(chunk).batch(1);
            batch.fetchAndAdd(chunk, 1);
            batch.execute();
            folder =
                    Path.of(
                            ClientAccess.of(mangrove)
                                    .members()
                                    .getFirst()
                                    .uris()
                                    .getFirst()
                                    .getSchemeSpecificPart());
            assertThat(folder).isDirectory();
        }
        assertThat(Files.exists(folder)).isFalse();
    }

    @Test
    void shouldKeepTwoEmbeddedServersApart() {
        try (Mangrove one = Mangrove.embedded(64 << 20);
                Mangrove two = Mangrove.embedded(64 << 20)) {
            assertThat(ClientAccess.of(one).members().getFirst().uris())
                    .isNotEqualTo(ClientAccess.of(two).members().getFirst().uris());
        }
    }

    @Test
    void shouldEndWhatIsUnderWayWhenTheClientIsClosedFromAnotherThread() throws Exception {
        Mangrove mangrove = Mangrove.embedded(64 << 20);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread worker =
                new Thread(
                        () -> {
                            try (Session session = ClientAccess.of(mangrove).session()) {
                                while (true) {
                                    session.status(0);
                                }
                            } catch (RuntimeException e) {
                                end.set(e);
                            }
                        });
        worker.start();
        Pools.sleep(Duration.ofMillis(200));
        mangrove.close();
        assertThat(worker.join(Pools.PATIENCE)).isTrue();
        assertThat(end.get()).isInstanceOfAny(FabricException.class, IllegalStateException.class);
        assertThatThrownBy(ClientAccess.of(mangrove)::session)
                .isInstanceOf(IllegalStateException.class);
        mangrove.close();
    }

    @Test
    void shouldLeaveNothingBehindWhenTheProcessEndsWithoutClosing() {
        try (ChildJvm child = ChildJvm.start(EmbeddedMain.class)) {
            Path folder = Path.of(URI.create(child.readLine()).getSchemeSpecificPart());
            assertThat(child.exitStatus()).isZero();
            assertThat(folder).isAbsolute().doesNotExist();
        }
    }

    @Test
    void shouldSayWhichLimitIsTooLarge() {
        assertThatThrownBy(() -> Mangrove.embedded(Long.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("memoryLimit=" + Long.MAX_VALUE);
    }
}
