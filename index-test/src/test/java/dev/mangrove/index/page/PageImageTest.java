package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;

final class PageImageTest {
    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldHoldAsManyEntriesAsThereAreSlots(int pageSize) {
        NavigableMap<Long, Long> entries = entries(Page.slots(pageSize));
        PlainPage page = PlainPage.unbounded(pageSize, Long.MIN_VALUE, entries);
        assertThat(page.entries()).isEqualTo(entries);
        assertThat(page.view().count()).isEqualTo(entries.size());
        assertThat(page.view().freeSlot(7)).isEqualTo(Page.NONE);
        assertThat(page.view().isTidy()).isTrue();
        assertThat(PageCopy.hasWholeLines(page.memory(), PlainPage.POINTER, pageSize)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldStartWithoutEntries(int pageSize) {
        PlainPage page = PlainPage.bounded(pageSize, -5, 5, new TreeMap<>());
        assertThat(page.entries()).isEmpty();
        assertThat(Page.lineOf(page.view().freeSlot(3))).isEqualTo(Page.hashLine(3, pageSize));
        assertThat(page.view().low()).isEqualTo(-5);
        assertThat(page.view().hasHigh()).isTrue();
        assertThat(page.view().high()).isEqualTo(5);
        assertThat(page.view().right()).isEqualTo(PlainPage.RIGHT);
        assertThat(page.view().link()).isEqualTo(PagePointer.NULL);
        assertThat(page.view().head()).isZero();
    }

    @Test
    void shouldEndWhereItsLeftNeighbourEnded() {
        long pointer = PlainPage.pointer(3);
        PlainPage last = PlainPage.unbounded(512, 0, entries(4));
        PlainPage inner = PlainPage.bounded(512, 0, 9, entries(4));
        PageImage image =
                new WordPageImage(PlainPage.unbounded(512, 0, entries(0)).memory(), 512, 0);
        image.rightOf(last.view(), pointer, 2);
        PageView view = new PlainPage(image.memory(), pointer).view();
        assertThat(view.hasHigh()).isFalse();
        assertThat(view.low()).isEqualTo(2);
        image.rightOf(inner.view(), pointer, 3);
        view = new PlainPage(image.memory(), pointer).view();
        assertThat(view.high()).isEqualTo(9);
        assertThat(view.right()).isEqualTo(PlainPage.RIGHT);
        assertThat(view.low()).isEqualTo(3);
    }

    @Test
    void shouldLeaveNothingOfTheImageBefore() {
        PageImage image =
                new WordPageImage(PlainPage.unbounded(512, 0, entries(21)).memory(), 512, 0);
        image.unbounded(PlainPage.POINTER, 3, 7);
        PlainPage page = new PlainPage(image.memory(), PlainPage.POINTER);
        assertThat(page.view().level()).isEqualTo(3);
        assertThat(page.entries()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 4096})
    void shouldPutEntriesNearTheirHashLines(int pageSize) {
        SplittableRandom random = new SplittableRandom(17);
        int farther = 0;
        int all = 0;
        for (int round = 0; round < 200; round++) {
            NavigableMap<Long, Long> entries = new TreeMap<>();
            while (entries.size() < Page.slots(pageSize) * 7 / 10) {
                entries.put(random.nextLong(), 1L);
            }
            PlainPage page = PlainPage.unbounded(pageSize, Long.MIN_VALUE, entries);
            assertThat(page.entries()).isEqualTo(entries);
            for (long key : entries.keySet()) {
                farther += linesBehind(page.view(), key, pageSize) > 2 ? 1 : 0;
                all++;
            }
        }
        assertThat(farther).isLessThan(all / 200);
    }

    /** How many lines behind its hash line an entry lies. */
    private static int linesBehind(PageView view, long key, int pageSize) {
        int bytes = Page.lineOf(view.find(key)) - Page.hashLine(key, pageSize);
        return Math.floorMod(bytes / Page.LINE, pageSize / Page.LINE - 1);
    }

    private static NavigableMap<Long, Long> entries(int count) {
        NavigableMap<Long, Long> entries = new TreeMap<>();
        LongStream.range(0, count).forEach(key -> entries.put(key, 100 + key));
        return entries;
    }
}
