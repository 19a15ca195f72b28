package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

final class PageEditorTest {
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldDoWhatAMapDoes(int pageSize) {
        NavigableMap<Long, Long> model = new TreeMap<>();
        PlainPage page = PlainPage.unbounded(pageSize, 0, model);
        int slots = Page.slots(pageSize);
        for (int i = 0; i < 20 * slots; i++) {
            long key = random.nextLong(2L * slots);
            int slot = page.view().find(key);
            if (slot == Page.NONE && model.size() < slots) {
                page.insert(key, i);
                model.put(key, (long) i);
            } else if (slot != Page.NONE && random.nextBoolean()) {
                page.editor().value(slot, -i);
                model.put(key, (long) -i);
            } else if (slot != Page.NONE) {
                page.editor().clear(slot);
                model.remove(key);
            }
        }
        assertThat(page.entries()).as("seed %d", seed).isEqualTo(model);
        assertThat(page.view().isTidy()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldKeepTheLowerPartOfAFullPage(int pageSize) {
        int slots = Page.slots(pageSize);
        for (int high = 0; high <= slots; high += 1 + high / 4) {
            NavigableMap<Long, Long> model = entries(0, slots);
            PlainPage page = PlainPage.unbounded(pageSize, 0, model);
            page.editor().split(high, PlainPage.RIGHT);
            assertThat(page.entries()).isEqualTo(model.headMap((long) high));
            assertThat(page.view().count()).isEqualTo(high);
            assertThat(page.view().hasHigh()).isTrue();
            assertThat(page.view().high()).isEqualTo(high);
            assertThat(page.view().right()).isEqualTo(PlainPage.RIGHT);
            assertThat(page.view().isTidy()).isTrue();
            assertThat(page.answer(high)).isEqualTo("right to " + PlainPage.RIGHT);
        }
    }

    @Test
    void shouldSplitAtTheEdgesOfAllKeys() {
        Map<Long, Long> ends = Map.of(Long.MIN_VALUE, 1L, Long.MAX_VALUE, 2L);
        PlainPage page = PlainPage.unbounded(512, Long.MIN_VALUE, ends);
        page.editor().split(Long.MAX_VALUE, PlainPage.RIGHT);
        assertThat(page.entries()).isEqualTo(Map.of(Long.MIN_VALUE, 1L));
        assertThat(page.answer(Long.MAX_VALUE)).isEqualTo("right to " + PlainPage.RIGHT);
        page.editor().split(Long.MIN_VALUE + 1, PlainPage.RIGHT);
        assertThat(page.answer(Long.MIN_VALUE)).isEqualTo("value 1");
        assertThat(page.answer(Long.MIN_VALUE + 1)).isEqualTo("right to " + PlainPage.RIGHT);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldTakeOverItsNeighbour(int pageSize) {
        int half = Page.slots(pageSize) / 2;
        PlainPage left = PlainPage.bounded(pageSize, 0, 1000, entries(0, half));
        PlainPage right =
                PlainPage.neighbour(
                        pageSize, 1000, 2000, PlainPage.pointer(3), entries(1000, half));
        merge(left, right);
        NavigableMap<Long, Long> all = entries(0, half);
        all.putAll(entries(1000, half));
        assertThat(left.entries()).isEqualTo(all);
        assertThat(left.view().high()).isEqualTo(2000);
        assertThat(left.view().right()).isEqualTo(PlainPage.pointer(3));
        assertThat(left.view().isTidy()).isTrue();
        assertThat(right.answer(1000)).isEqualTo("dead, on to " + PlainPage.POINTER);
    }

    @Test
    void shouldHaveNoUpperBoundAfterTakingOverTheLastPage() {
        PlainPage left = PlainPage.bounded(512, 0, 1000, entries(0, 3));
        merge(left, PlainPage.lastNeighbour(512, 1000, Map.of(Long.MAX_VALUE, 7L)));
        assertThat(left.view().hasHigh()).isFalse();
        assertThat(left.answer(Long.MAX_VALUE)).isEqualTo("value 7");
        left.editor().split(500, PlainPage.RIGHT);
        assertThat(left.view().high()).isEqualTo(500);
    }

    @Test
    void shouldNotCountWhatIsFilledAheadAndSweepItWhenGivenUp() {
        PlainPage left = PlainPage.bounded(512, 0, 1000, entries(0, 10));
        PlainPage right = PlainPage.lastNeighbour(512, 1000, entries(1000, 11));
        left.editor().link(PlainPage.RIGHT);
        left.editor().fillAhead(collected(right));
        assertThat(left.view().freeSlot(0)).isEqualTo(Page.NONE);
        assertThat(left.entries()).isEqualTo(entries(0, 10));
        assertThat(left.view().isTidy()).isFalse();
        left.editor().abandonMerge();
        left.editor().link(PagePointer.NULL);
        assertThat(left.entries()).isEqualTo(entries(0, 10));
        assertThat(left.view().high()).isEqualTo(1000);
        assertThat(left.look().isTidy()).isTrue();
        merge(left, right);
        assertThat(left.view().count()).isEqualTo(21);
    }

    @RepeatedTest(10)
    void shouldGrowAndShrinkForEver() {
        NavigableMap<Long, Long> all = entries(0, 21);
        PlainPage page = PlainPage.unbounded(512, 0, all);
        for (int i = 0; i < 600; i++) {
            long high = random.nextLong(1, 21);
            NavigableMap<Long, Long> upper = new TreeMap<>(all.tailMap(high));
            page.editor().split(high, PlainPage.RIGHT);
            assertThat(page.entries()).as("seed %d", seed).isEqualTo(all.headMap(high));
            merge(page, PlainPage.lastNeighbour(512, high, upper));
            assertThat(page.entries()).as("seed %d", seed).isEqualTo(all);
        }
    }

    @Test
    void shouldRefuseToFillWhereVoidEntriesAre() {
        PlainPage left = PlainPage.bounded(512, 0, 1000, entries(0, 10));
        left.editor().fillAhead(collected(PlainPage.lastNeighbour(512, 1000, entries(1000, 5))));
        EntryBuffer more = collected(PlainPage.lastNeighbour(512, 1000, entries(1000, 11)));
        assertThatThrownBy(() -> left.editor().fillAhead(more))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("sweep the page");
    }

    @Test
    void shouldChangeNothingWithoutALock() {
        PlainPage page = PlainPage.unbounded(512, 0, entries(0, 3));
        page.editor().through(PageStore.NOWHERE);
        assertThatThrownBy(() -> page.editor().clear(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> page.insert(7, 7)).isInstanceOf(IllegalStateException.class);
        assertThat(page.entries()).isEqualTo(entries(0, 3));
    }

    /** The steps of a merge within the pages. */
    private static void merge(PlainPage left, PlainPage right) {
        right.editor().link(left.view().pointer());
        left.editor().link(right.view().pointer());
        left.editor().fillAhead(collected(right));
        left.editor().merge(right.view());
        right.editor().kill(left.view().pointer());
        left.editor().link(PagePointer.NULL);
    }

    private static EntryBuffer collected(PlainPage page) {
        EntryBuffer buffer = new EntryBuffer(1);
        page.view().collect(Long.MIN_VALUE, Long.MAX_VALUE, buffer);
        return buffer;
    }

    private static NavigableMap<Long, Long> entries(long from, int count) {
        NavigableMap<Long, Long> entries = new TreeMap<>();
        for (long key = from; key < from + count; key++) {
            entries.put(key, 100 + key);
        }
        return entries;
    }
}
