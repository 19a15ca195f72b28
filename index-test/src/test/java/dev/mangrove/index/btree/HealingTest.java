package dev.mangrove.index.btree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.access.PlainSpace;
import dev.mangrove.index.btree.level.InnerLevels;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees recover from stale upper levels and from processes that die before they update them. */
final class HealingTest {
    private final Damage damage = new Damage();
    private final PlainTree tree = damage.tree;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMendAnEntryThatNamesAPageUsedAgainWhenItIsRead(boolean first) {
        long key = damage.keyOf(Page.LEAF, first);
        long stale = damage.nameStale(key);
        assertThat(tree.get(key)).isEqualTo(100 + key);
        assertThat(damage.isNamed(stale, key, Page.LEAF)).isFalse();
        assertAsModel();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldMendAnEntryThatNamesAPageUsedAgainWhenItIsChanged(boolean first) {
        long key = damage.keyOf(Page.LEAF, first);
        long stale = damage.nameStale(key);
        assertThat(tree.remove(key)).isTrue();
        damage.model.remove(key);
        assertThat(damage.isNamed(stale, key, Page.LEAF)).isFalse();
        assertAsModel();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldReadPastADeadLeafThatIsStillNamed(boolean first) {
        long key = damage.keyOf(Page.LEAF, first);
        long dead = damage.pageFor(key, Page.LEAF);
        damage.mergeAndDie(key, Page.LEAF);
        assertThat(tree.get(key)).isEqualTo(100 + key);
        assertThat(damage.isNamed(dead, key, Page.LEAF)).isTrue();
        assertAsModel();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBuryADeadLeafThatIsStillNamed(boolean first) {
        long key = damage.keyOf(Page.LEAF, first);
        long dead = damage.pageFor(key, Page.LEAF);
        damage.mergeAndDie(key, Page.LEAF);
        int before = damage.space.inUse();
        assertThat(tree.put(key, 1)).isFalse();
        damage.model.put(key, 1L);
        assertThat(damage.isNamed(dead, key, Page.LEAF)).isFalse();
        assertThat(damage.space.inUse()).isEqualTo(before - 1);
        assertAsModel();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGoPastADeadInnerPageThatIsStillNamed(boolean first) {
        long key = damage.keyOf(InnerLevels.LOWEST, first);
        damage.mergeAndDie(key, InnerLevels.LOWEST);
        assertThat(tree.get(key)).isEqualTo(100 + key);
        assertThat(tree.put(key, 1)).isFalse();
        damage.model.put(key, 1L);
        assertAsModel();
    }

    @Test
    void shouldMendSeveralParentsInARow() {
        PlainSpace space = new PlainSpace(Damage.PAGE_SIZE, 100);
        PlainTree few = PlainTree.alone(space, PlainTree.plant(space), 3);
        for (long key : new long[] {14, 10, 21, 5, 17, 36, 33, 6, 19, 28, 35, 15, 7}) {
            few.put(key, key);
        }
        for (long key : new long[] {21, 17, 6, 15, 14, 7, 10, 5}) {
            assertThat(few.remove(key)).isTrue();
        }
        assertThat(few.get(24)).isEqualTo(-1);
        assertThat(few.keys()).containsExactly(19L, 28L, 33L, 35L, 36L);
    }

    @Test
    void shouldReadPastADeadLeafWhoseHeirHasGoneToo() {
        long key = damage.keyOf(Page.LEAF, false);
        long left = damage.mergeAndDie(key, Page.LEAF);
        damage.mergeAndReuse(damage.look(left).low(), Page.LEAF);
        assertThat(tree.get(key)).isEqualTo(100 + key);
        assertAsModel();
    }

    @Test
    void shouldBuryADeadLeafWhoseHeirHasGoneToo() {
        long key = damage.keyOf(Page.LEAF, false);
        long left = damage.mergeAndDie(key, Page.LEAF);
        damage.mergeAndReuse(damage.look(left).low(), Page.LEAF);
        assertThat(tree.put(key, 1)).isFalse();
        damage.model.put(key, 1L);
        assertAsModel();
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGoPastADeadInnerPageWhoseHeirHasGoneToo() {
        long key = damage.keyOf(InnerLevels.LOWEST, false);
        long left = damage.mergeAndDie(key, InnerLevels.LOWEST);
        damage.mergeAndReuse(damage.look(left).low(), InnerLevels.LOWEST);
        assertThat(tree.put(key, 1)).isFalse();
        damage.model.put(key, 1L);
        assertAsModel();
    }

    /** The reader has old copies of a lowest inner page and of the page that names it. */
    @Test
    void shouldNotAskAPageThatWasMergedAwayForItsFirstChild() {
        PlainTree reader = new PlainTree(damage.pages, damage.root, Damage.FANOUT, 1 << 20);
        damage.model.keySet().forEach(reader::get);
        long key = damage.keyOf(InnerLevels.LOWEST, false);
        long low = damage.look(damage.pageFor(key, InnerLevels.LOWEST)).low();
        assertThat(reader.inner().isFirstChild(low)).isTrue();
        damage.mergeAndDie(key, InnerLevels.LOWEST);
        assertThat(reader.inner().isFirstChild(low)).isFalse();
        assertAsModel();
    }

    /**
     * The reader has a current copy of the upper page, and an old copy of a lowest inner page,
     * which points to a reused leaf.
     */
    @Test
    void shouldMendAFirstEntryWhenTheCopyToItsLeftIsOld() {
        PlainTree reader = new PlainTree(damage.pages, damage.root, Damage.FANOUT, 1 << 20);
        damage.model.keySet().forEach(reader::get);
        long key = damage.keyOf(Page.LEAF, true);
        long beforeKey = damage.look(damage.pageFor(key - 1, Page.LEAF)).low();
        long parentBefore = damage.look(damage.pageFor(key - 1, InnerLevels.LOWEST)).low();
        long gone = damage.pageFor(key - 1, InnerLevels.LOWEST);
        damage.mergeAndReuse(parentBefore, InnerLevels.LOWEST);
        damage.mergeAndReuse(beforeKey, Page.LEAF);
        reader.inner().withdrawAt(InnerLevels.LOWEST + 1, key - 1, gone, PagePointer.NULL);
        damage.nameStale(key);
        reader.inner().forget(key);
        assertThat(reader.get(key)).isEqualTo(100 + key);
        assertAsModel();
    }

    @Test
    void shouldNameAChildOnceWhenItsTwoParentsAreMerged() {
        long key = damage.keyOf(Page.LEAF, true);
        damage.mergeAndReuse(key, Page.LEAF);
        long parent = damage.pageFor(key, InnerLevels.LOWEST);
        long cover = damage.pageFor(key, Page.LEAF);
        assertThat(damage.childrenOf(parent)).contains(cover);
        long left = damage.mergeAndDie(key, InnerLevels.LOWEST);
        assertThat(damage.childrenOf(left)).contains(cover).doesNotHaveDuplicates();
        assertAsModel();
    }

    private void assertAsModel() {
        assertThat(tree.entries()).isEqualTo(damage.model);
        damage.model.forEach((key, value) -> assertThat(tree.get(key)).isEqualTo(value));
        assertThat(tree.walk().faults()).isEmpty();
    }
}
