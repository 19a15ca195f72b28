package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.access.DyingPages;
import dev.mangrove.index.access.PlainSpace;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A process dies after each store of a change in turn; another one continues with the tree. */
final class CrashedTreeTest {
    private static final int PAGE_SIZE = 256;
    private static final int FANOUT = 9;
    private static final int MOST_STORES = 10_000;
    private static final long KEYS = 60;

    private final NavigableMap<Long, Long> model = new TreeMap<>();
    private PlainSpace space = new PlainSpace(PAGE_SIZE, 1);
    private AtomicLong root = new AtomicLong();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLoseNothingWhenASplitIsCutShort(boolean lines) {
        int deaths = dieEverywhere(lines, tree -> fill(tree, 2), tree -> tree.put(33, 7), 33);
        assertThat(deaths).isGreaterThan(5);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLoseNothingWhenAMergeIsCutShort(boolean lines) {
        Consumer<PlainTree> build =
                tree -> {
                    fill(tree, 1);
                    thinOut(tree, 20, 26);
                };
        for (long key = 20; key < 30; key++) {
            long removed = key;
            dieEverywhere(lines, build, tree -> tree.remove(removed), removed);
        }
    }

    /** Deletes all keys, which also merges inner pages. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLoseNothingWhenInnerPagesAreMerged(boolean lines) {
        for (long left = KEYS - 1; left >= 0; left -= 3) {
            long removed = left;
            dieEverywhere(
                    lines,
                    tree -> {
                        fill(tree, 1);
                        thinOut(tree, removed + 1, KEYS);
                    },
                    tree -> tree.remove(removed),
                    removed);
        }
    }

    private void fill(PlainTree tree, int step) {
        for (long key = 0; key < KEYS; key += step) {
            tree.put(key, 100 + key);
            model.put(key, 100 + key);
        }
    }

    private void thinOut(PlainTree tree, long from, long to) {
        for (long key = to - 1; key >= from; key--) {
            tree.remove(key);
            model.remove(key);
        }
    }

    /** Lets a process die after each store of a change of one key; returns the number of deaths. */
    private int dieEverywhere(
            boolean lines, Consumer<PlainTree> build, Consumer<PlainTree> change, long key) {
        for (int stores = 0; stores < MOST_STORES; stores++) {
            model.clear();
            space = new PlainSpace(PAGE_SIZE, 200);
            root = PlainTree.plant(space);
            build.accept(PlainTree.alone(space, root, FANOUT));
            try {
                DyingPages pages = new DyingPages(space, lines, stores);
                change.accept(new PlainTree(pages, root, FANOUT, 0));
                return stores;
            } catch (DyingPages.DiedException e) {
                goOn(key, stores);
            }
        }
        throw new AssertionError("no end of stores");
    }

    private void goOn(long key, int stores) {
        PlainTree tree = PlainTree.alone(space, root, FANOUT);
        long before = model.getOrDefault(key, -1L);
        long now = tree.get(key);
        if (now != before) {
            model.compute(key, (k, v) -> now < 0 ? null : Long.valueOf(now));
        }
        assertAsModel(tree, stores);
        for (long other = 0; other < KEYS; other += 2) {
            tree.put(other, 500 + other);
            model.put(other, 500 + other);
            assertThat(tree.get(other ^ 1))
                    .as("after %d stores", stores)
                    .isEqualTo(model.getOrDefault(other ^ 1, -1L));
        }
        assertAsModel(tree, stores);
        for (long other = 0; other < KEYS; other++) {
            assertThat(tree.remove(other))
                    .as("after %d stores", stores)
                    .isEqualTo(model.remove(other) != null);
        }
        assertAsModel(tree, stores);
    }

    private void assertAsModel(PlainTree tree, int stores) {
        assertThat(tree.entries()).as("after %d stores", stores).isEqualTo(model);
        assertThat(tree.walk().faults()).as("after %d stores", stores).isEmpty();
        assertThat(tree.walk().entries()).isEqualTo(model.size());
    }
}
