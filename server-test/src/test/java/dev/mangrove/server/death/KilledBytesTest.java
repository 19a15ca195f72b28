package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.bytes.BytesRange;
import dev.mangrove.index.bytes.client.BytesIndexes;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The test kills processes that put, replace and delete byte strings: each change that had ended is
 * there, the tree is sound, and nothing is lost. {@code -Dmangrove.kills=N} sets the number of
 * kills for runs by hand.
 */
@OnEveryFabric
final class KilledBytesTest {
    private static final int KILLS =
            Integer.getInteger("mangrove.kills", TestSize.FULL ? 20 : TestSize.MATRIX ? 4 : 1);
    private static final long SEED = Long.getLong("mangrove.seed", System.nanoTime());
    private static final int LONGEST_MILLIS = 300;
    private static final String NAME = "killed";

    /** Of an empty index. Chosen: some pages, and tables of clients that live. */
    private static final long EMPTY_BYTES = 64 << 10;

    /** A known limit: pages that a client had allocated stay unused when it dies. */
    private static final int PAGES_OF_A_CLIENT = 64;

    @RegisterExtension final Pools pools;
    @TempDir Path folder;
    private final SplittableRandom random = new SplittableRandom(SEED);

    /** What the index must have, apart from the keys of changes that were under way. */
    private final Map<String, byte[]> model = new HashMap<>();

    private final Map<String, byte[]> alternatives = new HashMap<>();
    private final Set<String> unsure = new HashSet<>();
    private int owners;

    KilledBytesTest(String scheme) {
        pools = new Pools(scheme);
    }

    @ParameterizedTest
    @EnumSource(names = {"COARSE", "FINE", "SHERMAN", "CELL"})
    @Timeout(600)
    void shouldKeepWhatWasAcknowledgedAndLoseNoExtentWhenClientsAreKilled(Design design)
            throws IOException {
        pools.skipAtSmallSizeUnlessOn("shm");
        MemoryServer server = pools.start();
        BytesOptions options =
                BytesOptions.DEFAULT.withDesign(design).withPageSize(1024).withFanout(8);
        try (Mangrove mangrove = pools.connect(server)) {
            try (BytesIndex index = mangrove.createBytes(NAME, options)) {
                for (int kill = 0; kill < KILLS; kill++) {
                    killTwo(pools.uri(server));
                    compare(index);
                }
                long most = design == Design.COARSE ? 0 : (long) PAGES_OF_A_CLIENT * owners;
                pools.until(() -> index.verify().orThrow().spare() <= most);
                deleteAll(index);
                pools.until(() -> index.verify().orThrow().spare() <= most);
                assertThat(index.statistics().extents()).as(seed()).isZero();
                pools.until(() -> index.statistics().bytes() <= EMPTY_BYTES);
            }
            if (design != Design.COARSE) {
                pools.until(() -> lost(mangrove) == 0);
            }
        }
    }

    private static long lost(Mangrove mangrove) {
        try (Session session = ClientAccess.of(mangrove).session()) {
            return BytesIndexes.freeLost(session, NAME);
        }
    }

    /** The second is killed when the first is gone, so that it meets what that one has left. */
    private void killTwo(URI uri) throws IOException {
        Script one = new Script();
        Script other = new Script();
        try (ChildJvm first = one.start(uri);
                ChildJvm second = other.start(uri)) {
            assertThat(first.readLine()).isEqualTo("changing");
            assertThat(second.readLine()).isEqualTo("changing");
            Pools.sleep(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
            first.signal("KILL");
            Pools.sleep(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
            second.signal("KILL");
            first.exitStatus();
            second.exitStatus();
        }
        one.follow();
        other.follow();
    }

    /** What one process does. */
    private final class Script {
        private final int owner = owners++;
        private final long seed = random.nextLong();
        private final Path ended = folder.resolve("ended-" + owner);

        ChildJvm start(URI uri) throws IOException {
            Files.write(ended, new byte[Integer.BYTES]);
            return ChildJvm.start(
                    ChangerMain.class, uri.toString(), NAME, "" + owner, "" + seed, "" + ended);
        }

        /** Makes the changes on the model; the last one may have happened or not. */
        void follow() throws IOException {
            ChangeScript script = new ChangeScript(owner, seed);
            int made = ByteBuffer.wrap(Files.readAllBytes(ended)).getInt();
            assertThat(made).as(seed()).isPositive();
            for (int i = 0; i < made; i++) {
                script.next().on(model);
            }
            ChangeScript.Change last = script.next();
            byte[] after = last.after(model.get(last.key()));
            unsure.add(last.key());
            if (after != null) {
                alternatives.put(last.key(), after);
            }
        }
    }

    private void compare(BytesIndex index) {
        Map<String, byte[]> found = new HashMap<>();
        try (BytesCursor cursor = index.range(BytesRange.all())) {
            while (cursor.next()) {
                found.put(new String(cursor.key(), UTF_8), cursor.value());
            }
        }
        for (String key : unsure) {
            byte[] value = index.get(key.getBytes(UTF_8));
            boolean isBefore = Arrays.equals(value, model.get(key));
            boolean isAfter = Arrays.equals(value, alternatives.get(key));
            assertThat(isBefore || isAfter).as("%s of %s", key, seed()).isTrue();
        }
        for (Map.Entry<String, byte[]> entry : model.entrySet()) {
            if (!unsure.contains(entry.getKey())) {
                byte[] value = index.get(entry.getKey().getBytes(UTF_8));
                assertThat(value)
                        .as("%s of %s", entry.getKey(), seed())
                        .isEqualTo(entry.getValue());
                assertThat(found.get(entry.getKey())).isEqualTo(entry.getValue());
            }
        }
        found.keySet().removeAll(model.keySet());
        found.keySet().removeAll(unsure);
        assertThat(found.keySet()).as("deleted, but there: %s", seed()).isEmpty();
        index.verify().orThrow();
    }

    private static void deleteAll(BytesIndex index) {
        Set<String> keys = new HashSet<>();
        try (BytesCursor cursor = index.range(BytesRange.all())) {
            while (cursor.next()) {
                keys.add(new String(cursor.key(), UTF_8));
            }
        }
        keys.forEach(key -> index.delete(key.getBytes(UTF_8)));
        assertThat(index.count(BytesRange.all())).as(seed()).isZero();
    }

    private static String seed() {
        return "seed " + SEED;
    }
}
