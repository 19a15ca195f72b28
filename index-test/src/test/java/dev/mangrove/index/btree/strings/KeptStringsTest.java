package dev.mangrove.index.btree.strings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.PlainLongKeys;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A keeper merges leaves that deletes have left sparse. Keys fit their lines, or do so only without
 * the prefix of their page, or are in extents.
 */
final class KeptStringsTest {
    private static final int PAGE_SIZE = 1_024;
    private static final int FANOUT = 12;
    private static final int KEYS = 1_200;

    /** Bytes of the extent of a key that does not fit its line without the prefix of its page. */
    private static final long EXTENT = 128;

    private final PlainSpace space = new PlainSpace(PAGE_SIZE, 4_000);
    private final LocalLatches latches = new LocalLatches(Host.system());
    private final AtomicLong root = PlainStrings.plant(space, latches);
    private final PlainLongKeys longKeys = new PlainLongKeys();
    private final PlainStrings tree =
            PlainStrings.of(space, latches, longKeys, root, FANOUT, 100_000);
    private final NavigableMap<byte[], byte[]> model = PlainStrings.newModel();
    private String prefix = "";
    private String suffix = "";

    /**
     * Deletes merge nothing here: they empty every other leaf while its neighbours are full, then
     * those as far as just above the threshold.
     */
    @ParameterizedTest
    @CsvSource({"0, 0", "34, 0", "34, 30", "10, 60"})
    void shouldMergeLeavesThatNoDeleteHasMerged(int before, int behind) {
        prefix = "p".repeat(before);
        suffix = "s".repeat(behind);
        fill();
        long full = tree.tree().verify().leaves();
        removeAllBut(1, 1);
        removeAllBut(0, FANOUT / 3 + 1);
        assertThat(tree.tree().verify().leaves()).isEqualTo(full);
        int extents = longKeys.size();
        assertThat(tree.keepLeaves()).isEqualTo(full / 2);
        assertAsModel(full / 2);
        assertThat((longKeys.size() - extents) * EXTENT)
                .as("bytes of new extents")
                .isLessThan(full / 2 * PAGE_SIZE);
        assertThat(tree.keepLeaves()).as("merges of a second round").isZero();
    }

    /** Its keys might need extents there; the merge would cost more memory than it frees. */
    @Test
    void shouldNotMoveALeafThatIsNotSparse() {
        fill();
        for (int i = 1; i < FANOUT; i++) {
            remove(i);
        }
        for (int i = FANOUT; i < 2 * FANOUT - FANOUT / 3 - 2; i++) {
            remove(i);
        }
        assertThat(tree.keepLeaves()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "2, 34, 0", "3, 34, 30", "4, 10, 60"})
    void shouldNeedFewPagesAfterNineOfTenKeysAreDeleted(long seed, int before, int behind) {
        prefix = "p".repeat(before);
        suffix = "s".repeat(behind);
        fill();
        SplittableRandom random = new SplittableRandom(seed);
        while (model.size() > KEYS / 10) {
            remove(random.nextInt(KEYS));
        }
        long _ = tree.keepLeaves();
        long needed = Math.ceilDiv(model.size(), FANOUT);
        long leaves = tree.tree().verify().leaves();
        assertThat(leaves).as("seed %d, %d needed", seed, needed).isLessThanOrEqualTo(3 * needed);
        assertAsModel(leaves);
    }

    private void fill() {
        for (int i = 0; i < KEYS; i++) {
            tree.put(key(i), value(i));
            model.put(key(i), value(i));
        }
    }

    /** Removes entries of every other leaf, all but the first ones of each. */
    private void removeAllBut(int parity, int kept) {
        for (int i = 0; i < KEYS; i++) {
            if (i / FANOUT % 2 == parity && i % FANOUT >= kept) {
                remove(i);
            }
        }
    }

    private void remove(int number) {
        assertThat(tree.remove(key(number))).isEqualTo(model.remove(key(number)) != null);
    }

    private void assertAsModel(long leaves) {
        BTreeVerifier walk = tree.tree().verify();
        assertThat(walk.faults()).isEmpty();
        assertThat(walk.leaves()).isEqualTo(leaves);
        assertThat((long) space.inUse()).isEqualTo(walk.leaves() + walk.inners());
        assertThat(tree.entries().values().toArray(byte[][]::new))
                .isDeepEqualTo(model.values().toArray(byte[][]::new));
        assertThat(tree.keys(false).toArray(byte[][]::new))
                .isDeepEqualTo(model.keySet().toArray(byte[][]::new));
        assertThat(tree.keys(true).toArray(byte[][]::new))
                .isDeepEqualTo(model.descendingKeySet().toArray(byte[][]::new));
        Set<Long> named = new HashSet<>();
        tree.tree().extents(named::add);
        assertThat(longKeys.size()).as("extents in use").isEqualTo(named.size());
    }

    private byte[] key(int number) {
        return (prefix + "%06d".formatted(number) + suffix).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] value(int number) {
        return new byte[] {(byte) number, (byte) (number >> Byte.SIZE)};
    }
}
