package dev.mangrove.contract.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.contract.ordered.fixture.Tasks;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Threads share a handle of an index of byte strings, with three servers. */
final class HandleBytesIndexTest {
    private static final int THREADS = 8;
    private static final int KEYS = 20;
    private static final int MOST_VIEWS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @ParameterizedTest
    @ValueSource(strings = {"sim", "shm", "sim sherman", "sim cell", "shm sherman", "shm cell"})
    void shouldServeAllThreadsWhenOpenedAsHandle(String fabric) throws Throwable {
        BytesIndexTest.on(
                fabric,
                BytesIndexTest.TINY,
                (client, _) -> {
                    try (BytesIndex handle = client.bytes("b");
                            Session session = ClientAccess.of(client).session()) {
                        Tasks threads = new Tasks();
                        for (int i = 0; i < THREADS; i++) {
                            int thread = i;
                            threads.start(session.host(), () -> useHandle(handle, thread));
                        }
                        threads.join();
                        int puts = THREADS * KEYS;
                        assertThat(handle.add(key("counter"), 0)).isEqualTo(puts);
                        assertThat(handle.count(BytesRange.prefix(key("key ")))).isEqualTo(puts);
                        assertThat(handle.verify().orThrow().entries()).isEqualTo(puts + 1);
                    }
                });
    }

    /** Uses a handle that other threads use meanwhile, also while it has an open cursor. */
    private static void useHandle(BytesIndex handle, int thread) {
        byte[] own = key("key " + thread + " ");
        for (int i = 0; i < KEYS; i++) {
            assertThat(handle.put(key("key " + thread + " " + i), key("value " + i))).isTrue();
            assertThat(handle.add(key("counter"), 1)).isPositive();
        }
        int found = 0;
        try (BytesCursor cursor = handle.range(BytesRange.prefix(own))) {
            while (cursor.next()) {
                assertThat(handle.get(cursor.key())).isEqualTo(cursor.value());
                found++;
            }
        }
        assertThat(found).isEqualTo(KEYS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sim", "sim sherman", "sim cell"})
    void shouldRefuseACursorAfterAWhileWhenAllViewsOfAHandleHaveOne(String fabric)
            throws Throwable {
        BytesIndexTest.on(
                fabric,
                BytesOptions.DEFAULT,
                (client, index) -> {
                    index.put(key("key"), key("value"));
                    try (BytesIndex handle = client.bytes("b");
                            Session session = ClientAccess.of(client).session()) {
                        List<BytesCursor> cursors = new ArrayList<>();
                        for (int i = 0; i < MOST_VIEWS; i++) {
                            cursors.add(handle.range(BytesRange.all()));
                        }
                        long before = session.host().nanoTime();
                        assertThatThrownBy(() -> handle.range(BytesRange.all()))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("close cursors");
                        assertThat(session.host().nanoTime() - before)
                                .isGreaterThanOrEqualTo(PATIENCE.toNanos());
                        cursors.getFirst().close();
                        assertThat(handle.get(key("key"))).isEqualTo(key("value"));
                        cursors.forEach(BytesCursor::close);
                    }
                });
    }

    private static byte[] key(String text) {
        return text.getBytes(UTF_8);
    }
}
