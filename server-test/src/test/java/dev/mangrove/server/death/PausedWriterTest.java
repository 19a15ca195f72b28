package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.Mangrove;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;

/** A client process that is paused while its index is dropped writes to no other index. */
@OnEveryFabric
final class PausedWriterTest {
    private static final int KEYS = TestSize.FULL ? 5_000 : 1_000;
    private static final Duration PAUSE = Pools.pause(Duration.ofMillis(500));

    @RegisterExtension final Pools pools;

    PausedWriterTest(String scheme) {
        pools = new Pools(scheme);
    }

    @ParameterizedTest
    @MethodSource("designs")
    void shouldKeepMemoryOfADroppedIndexFromOthersWhileAClientIsPaused(Design design) {
        pools.skipAtSmallSizeUnlessOn(design == Design.COARSE ? "tcp" : "shm");
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            mangrove.createOrdered("victim", OrderedOptions.of(design)).close();
            String uri = pools.uri(server).toString();
            try (ChildJvm writer = ChildJvm.start(WriterMain.class, uri, "victim")) {
                assertThat(writer.readLine()).isEqualTo("writing");
                writer.stop();
                long used = session.status(0).memoryUsed();
                mangrove.drop("victim");
                Pools.sleep(PAUSE);
                assertThat(session.status(0).memoryUsed())
                        .as("while the client may still write")
                        .isEqualTo(used);
                try (OrderedIndex other = fill(mangrove, design)) {
                    long both = session.status(0).memoryUsed();
                    writer.signal("CONT");
                    assertThat(writer.readLine()).isEqualTo("ended");
                    assertFull(other);
                    // Only the dropped index can give memory back; the other one may still take
                    // some.
                    pools.until(() -> session.status(0).memoryUsed() < both);
                }
            }
        }
    }

    /** At small size one whose server writes pages over TCP, and one whose clients do in place. */
    private static List<Design> designs() {
        return TestSize.FULL ? List.of(Design.values()) : List.of(Design.COARSE, Design.SHERMAN);
    }

    @Test
    void shouldFreeMemoryOfADroppedIndexWhenAPausedClientIsKilled() {
        MemoryServer server = pools.start();
        try (Mangrove mangrove = pools.connect(server);
                Session session = ClientAccess.of(mangrove).session()) {
            mangrove.createOrdered("victim", OrderedOptions.of(Design.FINE)).close();
            String uri = pools.uri(server).toString();
            try (ChildJvm writer = ChildJvm.start(WriterMain.class, uri, "victim")) {
                assertThat(writer.readLine()).isEqualTo("writing");
                writer.stop();
                mangrove.drop("victim");
                writer.signal("KILL");
                pools.until(() -> session.status(0).memoryUsed() == 0);
            }
        }
    }

    private static OrderedIndex fill(Mangrove mangrove, Design design) {
        OrderedIndex index = mangrove.createOrdered("other", OrderedOptions.of(design));
        for (long key = 0; key < KEYS; key++) {
            index.put(key, key);
        }
        return index;
    }

    private static void assertFull(OrderedIndex index) {
        for (long key = 0; key < KEYS; key++) {
            assertThat(index.get(key)).as("key %s", key).hasValue(key);
        }
    }
}
