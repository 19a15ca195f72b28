package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.bytes.BytesIndex;
import dev.mangrove.index.bytes.BytesOptions;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The test kills processes that replace values of byte strings in place. {@code -Dmangrove.kills=N}
 * sets the number of kills for runs by hand.
 */
@OnEveryFabric
final class KilledSwapTest {
    private static final int KILLS =
            Integer.getInteger("mangrove.kills", TestSize.FULL ? 20 : TestSize.MATRIX ? 3 : 1);
    private static final long SEED = Long.getLong("mangrove.seed", System.nanoTime());
    private static final int LONGEST_MILLIS = 300;
    private static final int KEYS = 200;
    private static final int VALUE_BYTES = 100;
    private static final String NAME = "swapped";

    /** Tables of three clients at a time, in extents. */
    private static final long BYTES_OF_TABLES = 3 * 4_096;

    @RegisterExtension final Pools pools;
    private final SplittableRandom random = new SplittableRandom(SEED);

    KilledSwapTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    @Timeout(600)
    void shouldLeaveASoundTreeAndNoExtentsBehindWhenAClientIsKilled() {
        pools.skipAtSmallSizeUnlessOn("shm");
        MemoryServer server = pools.start();
        BytesOptions options = BytesOptions.DEFAULT.withPageSize(1024).withFanout(8);
        try (Mangrove mangrove = pools.connect(server);
                BytesIndex index = mangrove.createBytes(NAME, options)) {
            fill(index);
            long before = index.statistics().bytes();
            killOften(server, index);
            pools.until(() -> index.statistics().bytes() <= before + BYTES_OF_TABLES);
            assertThat(index.verify().spare()).as(seed()).isZero();
        }
    }

    /** Their keeper finds what they had in their hands, and what they had replaced. */
    @Test
    @Timeout(600)
    void shouldLeaveNoExtentsBehindWhenAClientIsKilledThatChangesPages() {
        pools.skipAtSmallSizeUnlessOn("shm");
        MemoryServer server = pools.start();
        BytesOptions options =
                BytesOptions.DEFAULT.withDesign(Design.SHERMAN).withPageSize(1024).withFanout(8);
        try (Mangrove mangrove = pools.connect(server);
                BytesIndex index = mangrove.createBytes(NAME, options)) {
            fill(index);
            killOften(server, index);
            pools.until(() -> index.verify().spare() == 0);
            assertThat(index.statistics().extents()).as(seed()).isEqualTo(KEYS);
        }
    }

    private static void fill(BytesIndex index) {
        for (int key = 0; key < KEYS; key++) {
            index.put(key(key), value(key, 0));
        }
    }

    private void killOften(MemoryServer server, BytesIndex index) {
        for (int kill = 0; kill < KILLS; kill++) {
            killOneOfTwo(pools.uri(server));
            for (int key = 0; key < KEYS; key++) {
                check(key, index.get(key(key)));
            }
            assertThat(index.verify().orThrow().entries()).as(seed()).isEqualTo(KEYS);
        }
    }

    /** The second is killed when the first is gone, so that extents of both are found. */
    private void killOneOfTwo(URI uri) {
        try (ChildJvm one = start(uri);
                ChildJvm other = start(uri)) {
            assertThat(one.readLine()).isEqualTo("swapping");
            assertThat(other.readLine()).isEqualTo("swapping");
            Pools.sleep(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
            one.signal("KILL");
            Pools.sleep(Duration.ofMillis(random.nextInt(LONGEST_MILLIS)));
            other.signal("KILL");
        }
    }

    private ChildJvm start(URI uri) {
        return ChildJvm.start(
                SwapperMain.class, uri.toString(), NAME, "" + KEYS, "" + random.nextLong());
    }

    static byte[] key(int number) {
        return "user:%06d".formatted(number).getBytes(UTF_8);
    }

    /** A value of a key: each of its words names the key and the value. */
    static byte[] value(int key, int number) {
        ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES);
        while (value.remaining() >= Long.BYTES) {
            value.putInt(key).putInt(number);
        }
        return value.array();
    }

    static void check(int key, byte @Nullable [] value) {
        assertThat(value).as("key %d", key).isNotNull();
        assertThat(value).as("key %d", key).isEqualTo(value(key, ByteBuffer.wrap(value).getInt(4)));
    }

    private static String seed() {
        return "seed " + SEED;
    }
}
