package dev.mangrove.index.btree.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.access.LocalPages;
import dev.mangrove.index.access.LockedPage;
import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.PlainTree;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.latch.LocalLatches;
import dev.mangrove.index.page.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Loads write a whole tree before they publish it. */
final class TreeLoaderTest {
    private static final int PAGE_SIZE = 512;
    private static final int MANY = 600;

    private final PlainSpace space = new PlainSpace(PAGE_SIZE, 4000);
    private final AtomicLong root = PlainTree.plant(space);

    @ParameterizedTest
    @ValueSource(doubles = {1e-9, 0.01, 0.25, 0.5, 0.7, 1})
    void shouldFindEveryEntryWhateverTheFill(double fill) {
        for (int fanout : new int[] {4, 5, 21}) {
            PlainSpace apart = new PlainSpace(PAGE_SIZE, 4000);
            PlainTree tree = PlainTree.alone(apart, PlainTree.plant(apart), fanout);
            load(tree, MANY, fill);
            for (long key = 0; key < MANY; key++) {
                assertThat(tree.get(key)).isEqualTo(~key & Long.MAX_VALUE);
            }
            BTreeVerifier walk = tree.walk();
            assertThat(walk.faults()).isEmpty();
            assertThat(walk.entries()).isEqualTo(MANY);
            double perLeaf = Math.clamp(Math.round(fill * fanout), 2, fanout);
            assertThat(walk.leaves()).isEqualTo((long) Math.ceil(MANY / perLeaf));
            assertThat(walk.inners())
                    .as("each level has at most half as many pages, rounded up")
                    .isLessThanOrEqualTo(walk.leaves() + walk.height());
        }
    }

    @Test
    void shouldGiveAllPagesBackWhenALoadIsDiscarded() {
        PlainTree tree = PlainTree.alone(space, root, 4);
        for (int entries : new int[] {0, 1, 4, 5, 17, MANY}) {
            int before = space.inUse();
            TreeLoader loader = tree.loader(0.7);
            for (long key = 0; key < entries; key++) {
                loader.add(key, key);
            }
            if (entries % 2 == 0) {
                loader.complete();
            }
            loader.discard();
            assertThat(space.inUse()).as("%d entries", entries).isEqualTo(before);
        }
        assertThat(tree.entries()).isEmpty();
    }

    @Test
    void shouldRefuseATreeWithEntriesAndGiveThePagesBack() {
        PlainTree tree = PlainTree.alone(space, root, 4);
        tree.put(1, 1);
        int before = space.inUse();
        TreeLoader loader = tree.loader(1);
        loader.add(5, 5);
        loader.complete();
        assertThat(loader.publish()).isFalse();
        loader.discard();
        assertThat(space.inUse()).isEqualTo(before);
        assertThat(tree.keys()).containsExactly(1L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldLoadATreeThatDeletesHaveEmptied(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int fanout : new int[] {4, 7, 21}) {
            PlainSpace apart = new PlainSpace(PAGE_SIZE, 4000);
            PlainTree tree = PlainTree.alone(apart, PlainTree.plant(apart), fanout);
            long[] keys = random.longs(MANY, 0, 100 * MANY).distinct().toArray();
            for (long key : keys) {
                tree.put(key, key);
            }
            for (long key : keys) {
                tree.remove(key);
            }
            load(tree, 100, 0.7);
            assertThat(tree.walk().faults()).as("seed %d", seed).isEmpty();
            assertThat(tree.keys()).as("seed %d", seed).hasSize(100);
            assertThat(apart.inUse())
                    .as("pages of seed %d", seed)
                    .isEqualTo((int) (tree.walk().leaves() + tree.walk().inners()));
        }
    }

    @Test
    void shouldLoadAnEmptiedTreeWhileAnotherClientHoldsALeaf() throws InterruptedException {
        LocalPages pages = space.pages(new LocalLatches(Host.system()));
        PlainTree tree = new PlainTree(pages, root, 4, 0);
        for (long key = 0; key < MANY; key++) {
            tree.put(key, key);
        }
        for (long key = 0; key < MANY; key += 2) {
            tree.remove(key);
        }
        for (long key = 1; key < MANY; key += 2) {
            tree.remove(key);
        }
        assertThat(tree.walk().leaves()).isGreaterThan(1);
        LockedPage held = pages.newLockedPage();
        pages.lock(tree.inner().find(Long.MAX_VALUE, Page.LEAF), held);
        Thread holder = Thread.ofPlatform().start(() -> releaseLater(held));
        load(tree, 100, 0.7);
        holder.join();
        assertThat(tree.keys()).hasSize(100);
        assertThat(tree.walk().faults()).isEmpty();
    }

    private static void releaseLater(LockedPage held) {
        Host.system().sleep(50_000_000);
        held.unlock();
    }

    @Test
    void shouldRefuseALevelThatTheFormatHasNot() {
        assertThatThrownBy(() -> Page.checkLevel(Page.HEAD_NODE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("level=255");
        PlainTree tree = PlainTree.alone(space, root, 4);
        assertThatThrownBy(() -> grow(tree)).isInstanceOf(IllegalStateException.class);
        assertThat(tree.walk().height()).isEqualTo(Page.HEAD_NODE);
    }

    /** Posts separators above the root repeatedly. */
    private void grow(PlainTree tree) {
        for (int level = 2; level < 400; level++) {
            tree.inner().postAt(level, 5, root.get());
        }
    }

    private static void load(PlainTree tree, int entries, double fill) {
        TreeLoader loader = tree.loader(fill);
        for (long key = 0; key < entries; key++) {
            loader.add(key, ~key & Long.MAX_VALUE);
        }
        loader.complete();
        assertThat(loader.publish()).isTrue();
    }
}
