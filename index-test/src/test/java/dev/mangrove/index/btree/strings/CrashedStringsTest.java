package dev.mangrove.index.btree.strings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.DyingPages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.PlainLongKeys;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A process dies after each store of a change in turn; another one continues with the tree. */
final class CrashedStringsTest {
    private static final int PAGE_SIZE = 512;
    private static final int FANOUT = 4;
    private static final int MOST_STORES = 10_000;
    private static final int KEYS = 24;

    private final NavigableMap<byte[], byte[]> model = PlainStrings.newModel();
    private final LocalLatches latches = new LocalLatches(Host.system());
    private PlainLongKeys longKeys = new PlainLongKeys();
    private PlainSpace space = new PlainSpace(PAGE_SIZE, 1);
    private AtomicLong root = new AtomicLong();
    private String prefix = "";
    private String suffix = "";

    @ParameterizedTest
    @CsvSource({"true, 0, 0", "false, 0, 0", "true, 30, 0", "false, 30, 0", "false, 40, 20"})
    void shouldLoseNothingWhereverAChangeIsCutShort(boolean lines, int before, int behind) {
        prefix = "p".repeat(before);
        suffix = "s".repeat(behind);
        int deaths = 0;
        for (int changed = 1; changed < KEYS; changed += 4) {
            byte[] key = key(changed);
            deaths += dieEverywhere(lines, tree -> fill(tree, 2), tree -> tree.put(key, value(7)));
        }
        for (int changed = 0; changed < KEYS; changed += 4) {
            byte[] key = key(changed);
            deaths += dieEverywhere(lines, tree -> fill(tree, 1), tree -> tree.put(key, value(3)));
        }
        assertThat(deaths).isGreaterThan(50);
    }

    @ParameterizedTest
    @CsvSource({"true, 0, 0", "false, 0, 0", "true, 30, 0", "false, 40, 20"})
    void shouldLoseNothingWhereverAMergeIsCutShort(boolean lines, int before, int behind) {
        prefix = "p".repeat(before);
        suffix = "s".repeat(behind);
        for (int left = KEYS - 1; left >= 0; left -= 3) {
            int removed = left;
            Consumer<PlainStrings> build =
                    tree -> {
                        fill(tree, 1);
                        thinOut(tree, removed + 1);
                    };
            dieEverywhere(lines, build, tree -> tree.remove(key(removed)));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 0, 0", "false, 0, 0", "true, 30, 0", "false, 40, 20"})
    void shouldLoseNothingWhereverAKeeperIsCutShort(boolean lines, int before, int behind) {
        prefix = "p".repeat(before);
        suffix = "s".repeat(behind);
        Consumer<PlainStrings> build =
                tree -> {
                    fill(tree, 1);
                    removeAllBut(tree, 1, 1);
                    removeAllBut(tree, 0, 2);
                };
        int deaths =
                dieEverywhere(lines, build, tree -> assertThat(tree.keepLeaves()).isEqualTo(3));
        assertThat(deaths).isGreaterThan(50);
    }

    /** Removes entries of every other leaf, all but the first ones of each. */
    private void removeAllBut(PlainStrings tree, int parity, int kept) {
        for (int i = 0; i < KEYS; i++) {
            if (i / FANOUT % 2 == parity && i % FANOUT >= kept) {
                tree.remove(key(i));
                model.remove(key(i));
            }
        }
    }

    private byte[] key(int number) {
        return (prefix + "%04d".formatted(number) + suffix).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] value(int length) {
        byte[] value = new byte[length];
        value[0] = (byte) length;
        return value;
    }

    private void fill(PlainStrings tree, int step) {
        for (int i = 0; i < KEYS; i += step) {
            tree.put(key(i), value(8));
            model.put(key(i), value(8));
        }
    }

    private void thinOut(PlainStrings tree, int from) {
        for (int i = KEYS - 1; i >= from; i--) {
            tree.remove(key(i));
            model.remove(key(i));
        }
    }

    private int dieEverywhere(
            boolean lines, Consumer<PlainStrings> build, Consumer<PlainStrings> change) {
        for (int stores = 0; stores < MOST_STORES; stores++) {
            model.clear();
            longKeys = new PlainLongKeys();
            space = new PlainSpace(PAGE_SIZE, 400);
            root = PlainStrings.plant(space, latches);
            build.accept(alone());
            try {
                change.accept(PlainStrings.dying(space, longKeys, root, FANOUT, lines, stores));
                return stores;
            } catch (DyingPages.DiedException e) {
                goOn(stores);
            }
        }
        throw new AssertionError("no end of stores");
    }

    private PlainStrings alone() {
        return PlainStrings.of(space, latches, longKeys, root, FANOUT, 0);
    }

    private void goOn(int stores) {
        PlainStrings tree = alone();
        int different = 0;
        for (int i = 0; i < KEYS; i++) {
            byte[] now = tree.get(key(i));
            byte[] before = model.get(key(i));
            if (!Arrays.equals(now, before)) {
                different++;
                model.compute(key(i), (k, v) -> now);
            }
        }
        assertThat(different).as("after %d stores", stores).isLessThanOrEqualTo(1);
        assertAsModel(tree, stores);
        for (int i = 0; i < KEYS; i += 2) {
            tree.put(key(i), value(5));
            model.put(key(i), value(5));
        }
        assertAsModel(tree, stores);
        for (int i = 0; i < KEYS; i++) {
            boolean there = model.remove(key(i)) != null;
            assertThat(tree.remove(key(i))).as("after %d stores", stores).isEqualTo(there);
        }
        assertAsModel(tree, stores);
    }

    private void assertAsModel(PlainStrings tree, int stores) {
        NavigableMap<byte[], byte[]> found = tree.entries();
        assertThat(found.keySet().toArray(byte[][]::new))
                .as("after %d stores", stores)
                .isDeepEqualTo(model.keySet().toArray(byte[][]::new));
        assertThat(found.values().toArray(byte[][]::new))
                .as("after %d stores", stores)
                .isDeepEqualTo(model.values().toArray(byte[][]::new));
        assertThat(tree.tree().verify().faults()).as("after %d stores", stores).isEmpty();
        assertThat(tree.tree().verify().entries()).isEqualTo(model.size());
    }
}
