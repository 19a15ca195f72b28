package dev.mangrove.contract.handle;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.session.ClientAccess;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One handle of an index of byte strings, used by far more threads than it has views. */
final class BytesHandleTest {
    private static final int KEYS = TestSize.FULL ? 40 : TestSize.MATRIX ? 10 : 4;
    private static final int MOST_VIEWS = 64;
    private static final byte[] ALL = key("counter");

    private Mangrove mangrove;

    @BeforeEach
    void start() {
        mangrove = Mangrove.embedded(512L << 20);
    }

    @AfterEach
    void end() {
        mangrove.close();
    }

    @ParameterizedTest
    @CsvSource({
        "COARSE, VIRTUAL",
        "COARSE, PLATFORM",
        "SHERMAN, PLATFORM",
        "FINE, PLATFORM",
        "CELL, PLATFORM",
    })
    void shouldServeMoreThreadsThanItHasViews(Design design, Crowd crowd) throws Exception {
        BytesOptions options = BytesOptions.DEFAULT.withDesign(design);
        try (BytesIndex index = mangrove.bytes("all", options)) {
            crowd.run(thread -> putAndRead(index, thread));

            int keys = crowd.threads() * KEYS;
            assertThat(index.add(ALL, 0)).as("no increment is lost").isEqualTo(keys);
            assertThat(index.count(BytesRange.prefix(key("user:")))).isEqualTo(keys);
            assertThat(index.verify().orThrow().entries()).isEqualTo(keys + 1);
            // Besides the views: the sessions of the client, of a keeper and of this question.
            assertThat(ClientAccess.of(mangrove).status(0).connections())
                    .isLessThanOrEqualTo(MOST_VIEWS + 3);
        }
    }

    /** Each thread has keys of its own, and all increment one counter. */
    private static void putAndRead(BytesIndex index, int thread) {
        for (int i = 0; i < KEYS; i++) {
            byte[] value = key("value of thread " + thread + ", " + i);
            assertThat(index.put(ownKey(thread, i), value)).isTrue();
            assertThat(index.get(ownKey(thread, i))).isEqualTo(value);
            assertThat(index.add(ALL, 1)).isPositive();
        }
        try (BytesCursor cursor = index.range(BytesRange.prefix(key("user:" + thread + ":")))) {
            for (int i = 0; i < KEYS; i++) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.key()).isEqualTo(ownKey(thread, i));
            }
            assertThat(cursor.next()).isFalse();
        }
    }

    private static byte[] ownKey(int thread, int i) {
        return key("user:%d:%03d".formatted(thread, i));
    }

    private static byte[] key(String text) {
        return text.getBytes(UTF_8);
    }
}
