package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.page.PageCrashTest.Way;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Map;

/** Collecting all entries of a page that other threads change meanwhile. */
final class TornCollectTest {
    private static final int SMALL = 192;

    /** A writer deletes key 5 from the second line and inserts it into the first. */
    @Test
    void shouldKeepOneOfAKeyThatHasMovedWithinACopy() {
        PlainPage page = PlainPage.unbounded(SMALL, 0, Map.of());
        for (long key = 1; key <= 5; key++) {
            page.insert(key, 100 + key);
        }
        page.editor().clear(page.view().find(1));
        Moments moments = Moments.ofLines(false, page);
        page.editor().clear(page.view().find(5));
        page.insert(5, 205);
        int last = moments.count() - 1;
        PlainPage copy = moments.mixture(0, last, 0);
        if (PageCopy.hasWholeLines(copy.memory(), PlainPage.POINTER, SMALL)) {
            EntryBuffer entries = collected(copy.view());
            entries.sort(0);
            entries.dropDuplicates(0);
            assertThat(entries.size()).isEqualTo(4);
        }
    }

    /** A reader accepts only the use of a page that its pointer's generation names. */
    @ParameterizedTest
    @EnumSource(names = {"WORDS", "LINES"})
    void shouldNotMixUsesOfAPage(Way way) {
        PlainPage page = PlainPage.unbounded(SMALL, 0, Map.of(1L, 101L, 2L, 102L, 3L, 103L));
        Moments moments = way.watch(page);
        page.editor().kill(PlainPage.RIGHT);
        useAgain(moments);
        for (int header = 0; header < moments.count(); header++) {
            for (int first = 0; first < moments.count(); first++) {
                for (int second = 0; second < moments.count(); second++) {
                    assertOfOneUse(moments.mixture(header, first, second));
                }
            }
        }
    }

    private static void useAgain(Moments moments) {
        int generation = PagePointer.generation(PlainPage.POINTER) + 1;
        long next = PagePointer.of(PagePointer.address(PlainPage.POINTER), generation);
        PlainPage other = PlainPage.unbounded(SMALL, 0, Map.of(1L, 901L, 4L, 904L));
        PageImage image = new WordPageImage(other.memory(), SMALL, 0).unbounded(next, Page.LEAF, 0);
        EntryBuffer entries = new EntryBuffer(1);
        entries.add(1, 901);
        entries.add(4, 904);
        image.entries(entries, 0, 2);
        moments.store(Page.STAMP, HeaderStamp.free(generation));
        for (int at = Long.BYTES; at < SMALL; at += Long.BYTES) {
            moments.store(at, Page.plain(image.memory(), at));
        }
        moments.store(Page.STAMP, Page.plain(image.memory(), Page.STAMP));
    }

    private static void assertOfOneUse(PlainPage copy) {
        if (PageCopy.hasWholeLines(copy.memory(), PlainPage.POINTER, SMALL)) {
            assertThat(copy.answer(1))
                    .isIn("value 101", "dead, on to " + PlainPage.RIGHT, "no page");
            assertThat(copy.answer(4)).isIn("none", "dead, on to " + PlainPage.RIGHT, "no page");
        }
    }

    private static EntryBuffer collected(PageView view) {
        EntryBuffer entries = new EntryBuffer(1);
        view.collect(Long.MIN_VALUE, Long.MAX_VALUE, entries);
        return entries;
    }
}
