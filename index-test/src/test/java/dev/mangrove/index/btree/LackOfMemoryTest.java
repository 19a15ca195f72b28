package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.TestSize;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.wire.Status;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Memory may run out at any page of a put; a put that throws for lack of memory has no effect. */
final class LackOfMemoryTest {
    private static final int PAGE_SIZE = 256;
    private static final int FANOUT = 5;
    private static final int PUTS = 300;
    private static final int MOST_PAGES = 140;

    /** At small size each seed tries every third limit; the three seeds together try all. */
    private static final int STEP = TestSize.MATRIX ? 1 : 3;

    private final NavigableMap<Long, Long> model = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNotHaveHappenedWhenAPutSaysThatMemoryIsUsedUp(long seed) {
        int refused = 0;
        for (int pages = 2 + (int) seed % STEP; pages < MOST_PAGES; pages += STEP) {
            PlainSpace space = new PlainSpace(PAGE_SIZE, 1000);
            AtomicLong root = PlainTree.plant(space);
            space.limit(pages);
            PlainTree tree = PlainTree.alone(space, root, FANOUT);
            refused += putMany(tree, new SplittableRandom(seed + pages));
            assertThat(tree.entries()).as("seed %d, %d pages", seed, pages).isEqualTo(model);
            space.limit(900);
            model.forEach((key, value) -> tree.put(key, value));
            assertAllPosted(tree);
            assertThat(tree.walk().faults()).as("seed %d, %d pages", seed, pages).isEmpty();
        }
        assertThat(refused).isGreaterThan(MOST_PAGES / STEP);
    }

    /** Puts random keys; returns the number of refused puts. */
    private int putMany(PlainTree tree, SplittableRandom random) {
        model.clear();
        int refused = 0;
        for (int i = 0; i < PUTS; i++) {
            long key = random.nextInt(10_000);
            try {
                tree.put(key, i);
                model.put(key, (long) i);
            } catch (RequestRefusedException e) {
                assertThat(e.status()).isEqualTo(Status.OUT_OF_MEMORY);
                refused++;
            }
        }
        return refused;
    }

    /**
     * Asserts that, once there is memory, writers that reach a leaf by a right link post its
     * separator.
     */
    private void assertAllPosted(PlainTree tree) {
        PageView leaf = tree.newView();
        for (long key : model.keySet()) {
            tree.leaves().open(key, leaf);
            assertThat(tree.inner().find(key, Page.LEAF)).isEqualTo(leaf.pointer());
        }
    }
}
