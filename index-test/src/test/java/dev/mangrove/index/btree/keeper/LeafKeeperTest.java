package dev.mangrove.index.btree.keeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.PlainTree;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.latch.LocalLatches;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** The keeper creates and frees head nodes with the leaves that point to them. */
final class LeafKeeperTest {
    private static final int PAGE_SIZE = 512;
    private static final int FANOUT = 6;
    private static final int INTERVAL = 8;
    private static final int CYCLES = 30;

    private final PlainSpace space = new PlainSpace(PAGE_SIZE, 4000);
    private final AtomicLong root = PlainTree.plant(space);
    private final LocalPages pages = space.pages(new LocalLatches(Host.system()));
    private final PlainTree tree = new PlainTree(pages, root, FANOUT, 0);
    private final LeafKeeper keeper = new LeafKeeper(tree.leaves(), INTERVAL);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldFreeHeadNodesOfLeavesThatMergeOrMoveToAnotherGroup(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            long from = random.nextLong(1000);
            for (long key = from; key < from + 400; key++) {
                tree.put(key, key);
            }
            keeper.round(() -> true);
            assertOneHeadPerGroup(seed);
            for (long key = from; key < from + 400; key += random.nextInt(1, 3)) {
                tree.remove(key);
            }
            keeper.round(() -> true);
            assertOneHeadPerGroup(seed);
        }
        assertThat(keeper.heads()).isGreaterThan(CYCLES);
    }

    private void assertOneHeadPerGroup(long seed) {
        BTreeVerifier walk = tree.walk();
        assertThat(walk.faults()).as("seed %d", seed).isEmpty();
        long heads = space.inUse() - walk.leaves() - walk.inners();
        assertThat(heads)
                .as("head nodes of %d leaves, seed %d", walk.leaves(), seed)
                .isLessThanOrEqualTo(Math.ceilDiv(walk.leaves(), INTERVAL + 1));
    }
}
