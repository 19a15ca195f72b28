package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.index.page.PageCrashTest.Way;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.NavigableMap;
import java.util.TreeMap;

/** A merger may die after any store: both pages together then hold every entry once. */
final class MergeCrashTest {
    private static final int PAGE_SIZE = 512;
    private static final long MIDDLE = 1000;
    private static final int LEFT = 0;
    private static final int RIGHT = 1;

    private final NavigableMap<Long, Long> lower = entries(0, 9);
    private final NavigableMap<Long, Long> upper = entries(MIDDLE, 12);

    @ParameterizedTest
    @EnumSource
    void shouldLoseNothingWhereverTheMergerDies(Way way) {
        Moments moments = merge(way, left(), right());
        for (int moment = 0; moment < moments.count(); moment++) {
            assertWhole(moments.at(moment, LEFT), moments.at(moment, RIGHT));
        }
        assertThat(moments.at(moments.count() - 1, LEFT).view().isTidy()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoseNothingWhereverASecondMergerDies(Way way) {
        Moments first = merge(way, left(), right());
        for (int moment = 0; moment < first.count(); moment++) {
            PlainPage left = first.at(moment, LEFT);
            PlainPage right = first.at(moment, RIGHT);
            Moments second = way.watch(left, right);
            finish(left, right);
            for (int again = 0; again < second.count(); again++) {
                assertWhole(second.at(again, LEFT), second.at(again, RIGHT));
            }
            assertFinished(second);
        }
    }

    private void assertFinished(Moments moments) {
        PlainPage left = moments.at(moments.count() - 1, LEFT);
        PlainPage right = moments.at(moments.count() - 1, RIGHT);
        assertThat(left.view().isTidy()).isTrue();
        boolean merged = left.view().high() != MIDDLE;
        assertThat(HeaderStamp.isDead(right.view().header())).isEqualTo(merged);
        assertThat(merged || right.view().isTidy()).isTrue();
        assertThat(left.view().count()).isEqualTo(lower.size() + (merged ? upper.size() : 0));
    }

    /** The steps of Merger.carryOut. */
    private static Moments merge(Way way, PlainPage left, PlainPage right) {
        Moments moments = way.watch(left, right);
        right.editor().link(PlainPage.POINTER);
        left.editor().link(PlainPage.RIGHT);
        EntryBuffer entries = new EntryBuffer(1);
        right.view().collect(Long.MIN_VALUE, Long.MAX_VALUE, entries);
        left.editor().fillAhead(entries);
        left.editor().merge(right.view());
        right.editor().kill(PlainPage.POINTER);
        left.editor().link(PagePointer.NULL);
        return moments;
    }

    /** The steps of Merger.finish. */
    private static void finish(PlainPage left, PlainPage right) {
        boolean meant = left.view().link() == PlainPage.RIGHT;
        boolean alive = !HeaderStamp.isDead(right.view().header());
        if (alive && right.view().link() == PlainPage.POINTER) {
            if (meant && left.view().right() != PlainPage.RIGHT) {
                right.editor().kill(PlainPage.POINTER);
            } else {
                if (meant) {
                    left.editor().abandonMerge();
                }
                right.editor().link(PagePointer.NULL);
            }
        }
        if (meant) {
            left.editor().link(PagePointer.NULL);
        }
    }

    /** Every key is found from the left page and from the right one, once. */
    private void assertWhole(PlainPage left, PlainPage right) {
        for (PlainPage page : new PlainPage[] {left, right}) {
            assertThat(PageCopy.hasWholeLines(page.memory(), page.view().pointer(), PAGE_SIZE))
                    .isTrue();
        }
        lower.forEach((key, value) -> assertThat(left.answer(key)).isEqualTo("value " + value));
        for (long key = MIDDLE; key < MIDDLE + 20; key++) {
            String expected = upper.containsKey(key) ? "value " + upper.get(key) : "none";
            assertThat(found(key, left, right)).isEqualTo(expected);
            assertThat(found(key, right, left)).isEqualTo(expected);
        }
        assertThat(left.entries().headMap(MIDDLE)).isEqualTo(lower);
        assertThat(left.entries().tailMap(MIDDLE).size()).isIn(0, upper.size());
    }

    private static String found(long key, PlainPage first, PlainPage other) {
        String answer = first.answer(key);
        return answer.startsWith("right") || answer.startsWith("dead") ? other.answer(key) : answer;
    }

    private PlainPage left() {
        return PlainPage.bounded(PAGE_SIZE, 0, MIDDLE, lower);
    }

    private PlainPage right() {
        return PlainPage.neighbour(PAGE_SIZE, MIDDLE, 2000, PlainPage.pointer(3), upper);
    }

    private static NavigableMap<Long, Long> entries(long from, int count) {
        NavigableMap<Long, Long> entries = new TreeMap<>();
        for (long key = from; key < from + count; key++) {
            entries.put(key, 100 + key);
        }
        return entries;
    }
}
