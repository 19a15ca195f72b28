package dev.mangrove.index.btree.strings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.PlainLongKeys;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** The tree does what a sorted map of byte strings does, whatever the keys. */
final class StringTreeTest {
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final LocalLatches latches = new LocalLatches(Host.system());
    private final PlainLongKeys longKeys = new PlainLongKeys();
    private final NavigableMap<byte[], byte[]> model = PlainStrings.newModel();

    @ParameterizedTest
    @CsvSource({"512, 4, 0", "512, 4, 10000", "1024, 12, 1000000", "4096, 60, 0", "4096, 9, 5000"})
    void shouldBehaveAsASortedMap(int pageSize, int fanout, long cacheBytes) {
        PlainSpace space = new PlainSpace(pageSize, 4_000);
        AtomicLong root = PlainStrings.plant(space, latches);
        PlainStrings tree = PlainStrings.of(space, latches, longKeys, root, fanout, cacheBytes);
        NastyKeys keys = new NastyKeys(random, 700);
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 1_500; i++) {
                change(tree, keys, round % 2 == 0 ? 7 : 3);
            }
            check(tree, keys);
        }
        for (byte[] key : new ArrayList<>(model.keySet())) {
            assertThat(tree.remove(key)).as("seed %d", seed).isTrue();
            model.remove(key);
        }
        check(tree, keys);
        assertThat(tree.tree().collapse()).isTrue();
        check(tree, keys);
    }

    private void change(PlainStrings tree, NastyKeys keys, int puts) {
        byte[] key = keys.any();
        byte[] value = value();
        byte[] before = model.get(key);
        byte[] expected = before == null || random.nextInt(3) == 0 ? value() : before;
        boolean same = before != null && Arrays.equals(before, expected);
        switch (random.nextInt(10) < puts ? random.nextInt(3) : 3 + random.nextInt(2)) {
            case 0 -> {
                assertThat(tree.put(key, value)).as("seed %d", seed).isEqualTo(before == null);
                model.put(key, value);
            }
            case 1 -> {
                boolean absent = before == null;
                assertThat(tree.putIfAbsent(key, value)).as("seed %d", seed).isEqualTo(absent);
                model.putIfAbsent(key, value);
            }
            case 2 -> {
                assertThat(tree.replace(key, expected, value)).as("seed %d", seed).isEqualTo(same);
                if (same) {
                    model.put(key, value);
                }
            }
            case 3 -> {
                assertThat(tree.remove(key)).as("seed %d", seed).isEqualTo(before != null);
                model.remove(key);
            }
            default -> {
                assertThat(tree.remove(key, expected)).as("seed %d", seed).isEqualTo(same);
                if (same) {
                    model.remove(key);
                }
            }
        }
        byte[] other = keys.any();
        assertThat(tree.get(other)).as("seed %d", seed).isEqualTo(model.get(other));
    }

    /** Of any length up to 8, many with bytes 0, so that words alone do not tell them apart. */
    private byte[] value() {
        byte[] value = new byte[random.nextInt(9)];
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) random.nextInt(2);
        }
        return value;
    }

    private void check(PlainStrings tree, NastyKeys keys) {
        assertSame(tree.entries(), model);
        assertThat(tree.tree().verify().faults()).as("seed %d", seed).isEmpty();
        assertThat(tree.tree().verify().entries()).isEqualTo(model.size());
        List<byte[]> up = new ArrayList<>(model.keySet());
        assertThat(tree.keys(false))
                .as("seed %d", seed)
                .usingElementComparator(Arrays::compareUnsigned)
                .isEqualTo(up);
        assertThat(tree.keys(true))
                .as("seed %d", seed)
                .usingElementComparator(Arrays::compareUnsigned)
                .isEqualTo(up.reversed());
        for (int i = 0; i < 30; i++) {
            byte[] one = keys.any();
            byte[] other = keys.any();
            boolean swap = Arrays.compareUnsigned(one, other) > 0;
            byte[] from = swap ? other : one;
            byte[] to = swap ? one : other;
            boolean first = random.nextBoolean();
            boolean last = random.nextBoolean();
            if (!Arrays.equals(from, to)) {
                assertSame(
                        tree.entries(from, first, to, last), model.subMap(from, first, to, last));
            }
        }
    }

    private void assertSame(
            NavigableMap<byte[], byte[]> found, NavigableMap<byte[], byte[]> expected) {
        assertThat(found.keySet().toArray(byte[][]::new))
                .as("seed %d", seed)
                .isDeepEqualTo(expected.keySet().toArray(byte[][]::new));
        assertThat(found.values().toArray(byte[][]::new))
                .as("seed %d", seed)
                .isDeepEqualTo(expected.values().toArray(byte[][]::new));
    }

    @Test
    void shouldFreeTheExtentsOfAllKeysThatItLoses() {
        PlainSpace space = new PlainSpace(1024, 4_000);
        AtomicLong root = PlainStrings.plant(space, latches);
        PlainStrings tree = PlainStrings.of(space, latches, longKeys, root, 12, 0);
        NavigableMap<byte[], byte[]> all = PlainStrings.newModel();
        for (int i = 0; i < 500; i++) {
            byte[] key =
                    Arrays.copyOf(
                            "%200d"
                                    .formatted(random.nextInt(100_000))
                                    .getBytes(StandardCharsets.UTF_8),
                            200);
            tree.put(key, new byte[8]);
            all.put(key, new byte[8]);
        }
        assertSame(tree.entries(), all);
        assertThat(longKeys.size()).as("seed %d", seed).isGreaterThanOrEqualTo(all.size());
        all.keySet().forEach(key -> assertThat(tree.remove(key)).isTrue());
        assertThat(tree.tree().collapse()).isTrue();
        tree.put(new byte[] {1}, new byte[8]);
        int bounds = 3 * 3; // A tree keeps its height: a page for each level, with its bounds.
        assertThat(longKeys.size()).as("seed %d", seed).isLessThanOrEqualTo(bounds);
    }
}
