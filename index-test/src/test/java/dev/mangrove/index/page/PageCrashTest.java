package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A writer may die after any of its stores: the page is as before or as after, for every key. */
final class PageCrashTest {
    private static final int PAGE_SIZE = 512;
    private static final int SLOTS = Page.slots(PAGE_SIZE);
    private static final long KEYS = 100;

    /** Order and unit of stores to the page. */
    enum Way {
        WORDS {
            @Override
            Moments watch(PlainPage... pages) {
                return Moments.ofWords(pages);
            }
        },
        LINES {
            @Override
            Moments watch(PlainPage... pages) {
                return Moments.ofLines(false, pages);
            }
        },
        LINES_BACKWARDS {
            @Override
            Moments watch(PlainPage... pages) {
                return Moments.ofLines(true, pages);
            }
        };

        abstract Moments watch(PlainPage... pages);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveANewEntryOrNot(Way way) {
        for (int count = 0; count < SLOTS; count++) {
            PlainPage page = PlainPage.bounded(PAGE_SIZE, 0, KEYS, entries(0, count));
            Moments moments = dieAnywhere(way, page, at -> at.insert(50, 1));
            assertThat(moments.at(moments.count() - 1, 0).answer(50)).isEqualTo("value 1");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveANewEntryInASlotUsedBefore(Way way) {
        for (int slot = 0; slot < SLOTS; slot++) {
            PlainPage page = PlainPage.bounded(PAGE_SIZE, 0, KEYS, entries(0, SLOTS));
            page.editor().clear(page.view().find(slot));
            Moments moments = dieAnywhere(way, page, at -> at.insert(50, 1));
            assertThat(moments.at(moments.count() - 1, 0).answer(slot)).isEqualTo("none");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveAnEntryLessOrNot(Way way) {
        for (int slot = 0; slot < SLOTS; slot++) {
            PlainPage page = PlainPage.bounded(PAGE_SIZE, 0, KEYS, entries(0, SLOTS));
            int cleared = page.view().find(slot);
            Moments moments = dieAnywhere(way, page, at -> at.editor().clear(cleared));
            assertThat(moments.at(moments.count() - 1, 0).answer(slot)).isEqualTo("none");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveTheOldValueOrTheNew(Way way) {
        PlainPage page = PlainPage.bounded(PAGE_SIZE, 0, KEYS, entries(0, SLOTS));
        Moments moments = dieAnywhere(way, page, at -> at.editor().value(at.view().find(3), 77));
        assertThat(moments.at(moments.count() - 1, 0).answer(3)).isEqualTo("value 77");
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeWholeOrSplit(Way way) {
        for (long high = 1; high < SLOTS; high++) {
            long middle = high;
            PlainPage page = PlainPage.unbounded(PAGE_SIZE, 0, entries(0, SLOTS));
            Moments moments =
                    dieAnywhere(way, page, at -> at.editor().split(middle, PlainPage.RIGHT));
            assertThat(moments.at(moments.count() - 1, 0).view().isTidy()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeAliveOrDead(Way way) {
        PlainPage page = PlainPage.unbounded(PAGE_SIZE, 0, entries(0, SLOTS));
        Moments moments = way.watch(page);
        page.editor().kill(PlainPage.RIGHT);
        for (int moment = 0; moment < moments.count(); moment++) {
            assertThat(moments.at(moment, 0).answer(1))
                    .isIn("value 101", "dead, on to " + PlainPage.RIGHT);
        }
        assertThat(moments.at(moments.count() - 1, 0).answer(1)).startsWith("dead");
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeInOrderAfterASweepHoweverFarTheSplitCame(Way way) {
        PlainPage page = PlainPage.unbounded(PAGE_SIZE, 0, entries(0, SLOTS));
        Moments moments = way.watch(page);
        page.editor().split(10, PlainPage.RIGHT);
        for (int moment = 0; moment < moments.count(); moment++) {
            PlainPage left = moments.at(moment, 0);
            NavigableMap<Long, Long> entries = left.entries();
            Moments sweep = way.watch(left);
            left.editor().sweep();
            for (int again = 0; again < sweep.count(); again++) {
                PlainPage swept = sweep.at(again, 0);
                assertReadable(swept);
                assertThat(swept.entries()).isEqualTo(entries);
                swept.editor().sweep();
                assertThat(swept.view().isTidy()).isTrue();
                assertThat(swept.view().freeSlot(0) == Page.NONE)
                        .isEqualTo(entries.size() == SLOTS);
            }
        }
    }

    /** Lets the writer of a page die after each store; every key reads as before or as after. */
    private static Moments dieAnywhere(Way way, PlainPage page, Consumer<PlainPage> change) {
        Moments moments = way.watch(page);
        change.accept(page);
        PlainPage before = moments.at(0, 0);
        PlainPage after = moments.at(moments.count() - 1, 0);
        boolean changed = false;
        for (int moment = 0; moment < moments.count(); moment++) {
            PlainPage left = moments.at(moment, 0);
            assertReadable(left);
            changed |= isAs(after, left) && !isAs(before, left);
            assertThat(isAs(changed ? after : before, left)).as("moment %d", moment).isTrue();
            assertThat(left.entries()).isEqualTo((changed ? after : before).entries());
            left.editor().sweep();
            assertThat(left.view().isTidy()).isTrue();
            assertThat(isAs(changed ? after : before, left)).isTrue();
        }
        assertThat(changed).isTrue();
        return moments;
    }

    private static boolean isAs(PlainPage expected, PlainPage page) {
        for (long key = -1; key <= KEYS; key++) {
            if (!page.answer(key).equals(expected.answer(key))) {
                return false;
            }
        }
        return true;
    }

    private static void assertReadable(PlainPage page) {
        assertThat(PageCopy.hasWholeLines(page.memory(), page.view().pointer(), PAGE_SIZE))
                .isTrue();
    }

    private static NavigableMap<Long, Long> entries(long from, int count) {
        NavigableMap<Long, Long> entries = new TreeMap<>();
        for (long key = from; key < from + count; key++) {
            entries.put(key, 100 + key);
        }
        return entries;
    }
}
