package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** An outline that is used shows bounds and number of keys of one moment. */
final class PageOutlineTest {
    private static final int SMALL = 256;
    private static final int LINES = SMALL / Page.LINE;
    private static final int WORDS_PER_LINE = Page.LINE / Long.BYTES;
    private static final int HEADER_WORDS = WORDS_PER_LINE - 1;
    private static final int BOUNDS_AT = LINES * Long.BYTES;
    private static final int AGAIN_AT = BOUNDS_AT + HEADER_WORDS * Long.BYTES;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final MemorySegment copies = MemorySegment.ofArray(new long[2 * LINES + HEADER_WORDS]);
    private final PageOutline outline = new PageOutline(SMALL, 0);

    @RepeatedTest(10)
    void shouldCountTheKeysOfOneMomentWheneverItsWordsWereRead() {
        Moments moments = story();
        int used = 0;
        for (int i = 0; i < 20_000; i++) {
            int length = random.nextInt(4, 12);
            int first = random.nextInt(moments.count());
            int[] ends =
                    random.ints(4, first, Math.min(first + length, moments.count()))
                            .sorted()
                            .toArray();
            read(moments, ends);
            if (outline.covers(outline.low())) {
                used++;
                assertThat(isOfOneMoment(moments, ends[1], ends[2]))
                        .as("seed %d, steps end at %s", seed, Arrays.toString(ends))
                        .isTrue();
            }
        }
        assertThat(used).as("seed %d", seed).isPositive();
    }

    /** Reads each word at any moment of its step; a step begins when the one before has ended. */
    private void read(Moments moments, int[] ends) {
        for (int line = 0; line < LINES; line++) {
            int word = line * WORDS_PER_LINE;
            put(line, moments.word(momentOf(ends, 0), word));
            put(AGAIN_AT / Long.BYTES + line, moments.word(momentOf(ends, 2), word));
        }
        for (int word = 0; word < HEADER_WORDS; word++) {
            put(BOUNDS_AT / Long.BYTES + word, moments.word(momentOf(ends, 1), word + 1));
        }
        outline.copied(copies, 0, BOUNDS_AT, AGAIN_AT, PlainPage.POINTER);
    }

    private int momentOf(int[] ends, int step) {
        return random.nextInt(ends[step], ends[step + 1] + 1);
    }

    private boolean isOfOneMoment(Moments moments, int from, int to) {
        for (int moment = from; moment <= to; moment++) {
            if (shows(moments.at(moment, 0).view())) {
                return true;
            }
        }
        return false;
    }

    private boolean shows(PageView page) {
        return outline.low() == page.low()
                && outline.count() == page.count()
                && outline.hasHigh() == page.hasHigh()
                && (!page.hasHigh() || outline.high() == page.high());
    }

    /** At rest, a page is of no use only between the stores of a split or merge. */
    @Test
    void shouldBeUsableWheneverAllLinesAreUpToDate() {
        Moments moments = story();
        int used = 0;
        for (int moment = 0; moment < moments.count(); moment++) {
            PlainPage page = moments.at(moment, 0);
            read(moments, new int[] {moment, moment, moment, moment});
            if (page.view().isTidy()) {
                used++;
                assertThat(outline.covers(outline.low())).as("seed %d", seed).isTrue();
                assertThat(shows(page.view())).as("seed %d", seed).isTrue();
            }
        }
        assertThat(used).as("seed %d", seed).isPositive();
    }

    @Test
    void shouldCountInPlace() {
        Moments moments = story();
        int used = 0;
        for (int moment = 0; moment < moments.count(); moment++) {
            PlainPage page = moments.at(moment, 0);
            outline.inPlace(page.memory(), 0, PlainPage.POINTER);
            if (outline.covers(outline.low())) {
                used++;
                assertThat(shows(page.view())).as("seed %d", seed).isTrue();
            }
        }
        assertThat(used).as("seed %d", seed).isPositive();
    }

    @Test
    void shouldBeOfNoUseOnceThePageIsDeadOrReused() {
        PlainPage page = PlainPage.unbounded(SMALL, 0, new TreeMap<>());
        outline.inPlace(page.memory(), 0, PlainPage.POINTER);
        assertThat(outline.covers(0)).isTrue();
        long address = PagePointer.address(PlainPage.POINTER);
        int next = PagePointer.generation(PlainPage.POINTER) + 1;
        outline.inPlace(page.memory(), 0, PagePointer.of(address, next));
        assertThat(outline.covers(0)).isFalse();
        page.editor().kill(PlainPage.RIGHT);
        outline.inPlace(page.memory(), 0, PlainPage.POINTER);
        assertThat(outline.covers(0)).isFalse();
    }

    private Moments story() {
        PlainPage page = PlainPage.unbounded(SMALL, 0, new TreeMap<>());
        Moments moments = Moments.ofWords(page);
        RandomWriter writer = new RandomWriter(page, random);
        for (int i = 0; i < 60; i++) {
            writer.change();
        }
        return moments;
    }

    private void put(int word, long value) {
        Page.plain(copies, (long) word * Long.BYTES, value);
    }
}
