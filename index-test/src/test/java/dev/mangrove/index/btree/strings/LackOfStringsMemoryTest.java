package dev.mangrove.index.btree.strings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.PlainLongKeys;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for long keys may run out at any extent of a put, in the middle of a split as well. A put
 * that throws has no effect, and no page is lost. A delete, or a keeper, that needs memory for a
 * merge does without the merge.
 */
final class LackOfStringsMemoryTest {
    private static final int PAGE_SIZE = 512;
    private static final int FANOUT = 4;
    private static final int PUTS = 120;
    private static final int MOST_EXTENTS = 90;

    /** At small size each seed tries every third limit; the three seeds together try all. */
    private static final int STEP = TestSize.MATRIX ? 1 : 3;

    private static final int PAGES = 600;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldLoseNoPageWhenMemoryForLongKeysRunsOut(long seed) {
        int refused = 0;
        for (int extents = (int) seed % STEP; extents < MOST_EXTENTS; extents += STEP) {
            refused += putMany(seed, extents);
        }
        assertThat(refused).isGreaterThan(MOST_EXTENTS / STEP);
    }

    private static int putMany(long seed, int extents) {
        PlainSpace space = new PlainSpace(PAGE_SIZE, PAGES);
        LocalLatches latches = new LocalLatches(Host.system());
        AtomicLong root = PlainStrings.plant(space, latches);
        PlainLongKeys keys = new PlainLongKeys();
        PlainStrings tree = PlainStrings.of(space, latches, keys, root, FANOUT, 0);
        NavigableMap<byte[], byte[]> model = PlainStrings.newModel();
        SplittableRandom random = new SplittableRandom(seed + extents);
        keys.limit(extents);
        int refused = 0;
        for (int i = 0; i < PUTS; i++) {
            byte[] key = key(random);
            try {
                assertThat(tree.put(key, new byte[] {(byte) i}))
                        .isEqualTo(model.put(key, new byte[] {(byte) i}) == null);
            } catch (RequestRefusedException e) {
                assertThat(e.status()).isEqualTo(Status.OUT_OF_MEMORY);
                tree.failed();
                refused++;
            }
            BTreeVerifier walk = tree.tree().verify();
            assertThat(walk.faults()).as("seed %d, %d extents", seed, extents).isEmpty();
            assertThat((long) space.inUse())
                    .as("seed %d, %d extents, put %d", seed, extents, i)
                    .isEqualTo(walk.leaves() + walk.inners());
        }
        assertThat(tree.entries().keySet().toArray(byte[][]::new))
                .isDeepEqualTo(model.keySet().toArray(byte[][]::new));
        return refused;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldDoWithoutMergesWhenMemoryForLongKeysRunsOut(long seed) {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (int extents = 0; extents < 3 * MOST_EXTENTS; extents += 9) {
            long leaves = removeMost(seed, extents);
            least = Math.min(least, leaves);
            most = Math.max(most, leaves);
        }
        assertThat(least).as("leaves with little and with enough memory").isLessThan(most);
    }

    /** Removes most keys and visits all leaves; returns the number of leaves that are left. */
    private static long removeMost(long seed, int extents) {
        PlainSpace space = new PlainSpace(PAGE_SIZE, PAGES);
        LocalLatches latches = new LocalLatches(Host.system());
        AtomicLong root = PlainStrings.plant(space, latches);
        PlainLongKeys keys = new PlainLongKeys();
        PlainStrings tree = PlainStrings.of(space, latches, keys, root, FANOUT, 0);
        NavigableMap<byte[], byte[]> model = PlainStrings.newModel();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2 * PUTS; i++) {
            byte[] key = key(random);
            tree.put(key, new byte[] {(byte) i});
            model.put(key, new byte[] {(byte) i});
        }
        for (byte[] key : model.keySet().toArray(byte[][]::new)) {
            keys.limit(extents);
            if (random.nextInt(4) > 0) {
                assertThat(tree.remove(key)).isTrue();
                model.remove(key);
            }
        }
        long _ = tree.keepLeaves();
        BTreeVerifier walk = tree.tree().verify();
        assertThat(walk.faults()).as("seed %d, %d extents", seed, extents).isEmpty();
        assertThat((long) space.inUse())
                .as("seed %d, %d extents", seed, extents)
                .isEqualTo(walk.leaves() + walk.inners());
        assertThat(tree.entries().keySet().toArray(byte[][]::new))
                .isDeepEqualTo(model.keySet().toArray(byte[][]::new));
        return walk.leaves();
    }

    /** Few keys fit their lines, and what two neighbours have in common is often long. */
    private static byte[] key(SplittableRandom random) {
        String text =
                "k".repeat(random.nextInt(3) * 30)
                        + random.nextInt(100)
                        + "z".repeat(random.nextInt(3) * 25)
                        + random.nextInt(100);
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
