package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A gather that is atomic per word only, and reads each line between two reads of its stamp: if no
 * stamp changed and the lines agree with the header, it is a true copy. The stamps read before and
 * after lie in a copy before and one behind the rows.
 */
final class TornWordsTest {
    private static final int SMALL = 256;
    private static final int WORDS = SMALL / Long.BYTES;
    private static final int WORDS_PER_LINE = Page.LINE / Long.BYTES;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final MemorySegment copies = MemorySegment.ofArray(new long[3 * WORDS]);

    /** Lines that are all read over the same time. */
    @RepeatedTest(10)
    void shouldAcceptOnlyTrueCopiesWheneverTheirWordsWereRead() {
        Moments moments = story();
        Readings readings = new Readings(moments);
        int accepted = 0;
        for (int from = 0; from < moments.count(); from++) {
            for (int to = from; to < moments.count(); to++) {
                copy(0, moments, from);
                copy(2, moments, to);
                if (tornLines() == 0) {
                    accepted += tryAllMixtures(moments, readings, from, to);
                }
            }
        }
        assertThat(accepted).as("seed %d", seed).isGreaterThan(moments.count());
    }

    @RepeatedTest(10)
    void shouldAcceptOnlyTrueCopiesOfRandomTimes() {
        Moments moments = story();
        Readings readings = new Readings(moments);
        int accepted = 0;
        for (int i = 0; i < 5000; i++) {
            int[] times = random.ints(4, 0, moments.count()).sorted().toArray();
            if (random.nextBoolean()) {
                times[3] = Math.min(times[3], times[0] + 6);
                times[1] = Math.min(times[1], times[3]);
                times[2] = Math.min(times[2], times[3]);
            }
            for (int line = 0; line < WORDS; line += WORDS_PER_LINE) {
                readLine(moments, line, random.ints(2, times[0], times[3] + 1).sorted().toArray());
            }
            if (isAccepted()) {
                accepted++;
                assertTrueCopy(readings, times[0], times[3]);
            }
        }
        assertThat(accepted).as("seed %d", seed).isPositive();
    }

    /** Reads a line, its words at any moments between two reads of its stamp. */
    private void readLine(Moments moments, int line, int[] times) {
        put(0, line, moments.word(times[0], line));
        for (int word = line; word < line + WORDS_PER_LINE; word++) {
            put(1, word, moments.word(random.nextInt(times[0], times[1] + 1), word));
        }
        put(2, line, moments.word(times[1], line));
    }

    private int tornLines() {
        int torn = 0;
        for (int line = 0; line < SMALL; line += Page.LINE) {
            if (Page.plain(copies, line) != Page.plain(copies, 2L * SMALL + line)) {
                torn++;
            }
        }
        return torn;
    }

    private boolean isAccepted() {
        MemorySegment rows = copies.asSlice(SMALL, SMALL);
        return CopyCheck.EVERY_LINE.isWhole(rows, PlainPage.POINTER, SMALL, tornLines());
    }

    /** A gather of an unchanged page is accepted. */
    @Test
    void shouldAcceptACopyOfAPageAtRest() {
        Moments moments = story();
        for (int moment = 0; moment < moments.count(); moment++) {
            for (int copy = 0; copy < 3; copy++) {
                copy(copy, moments, moment);
            }
            assertThat(isAccepted()).isTrue();
        }
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

    /** Tries second copies with every combination of words between two moments. */
    private int tryAllMixtures(Moments moments, Readings readings, int from, int to) {
        List<long[]> choices = new ArrayList<>();
        for (int word = 0; word < WORDS; word++) {
            int at = word;
            choices.add(
                    java.util.stream.IntStream.rangeClosed(from, to)
                            .mapToLong(moment -> moments.word(moment, at))
                            .distinct()
                            .toArray());
        }
        int[] choice = new int[WORDS];
        int tried = 0;
        do {
            for (int word = 0; word < WORDS; word++) {
                put(1, word, choices.get(word)[choice[word]]);
            }
            if (isAccepted()) {
                assertTrueCopy(readings, from, to);
                tried++;
            }
        } while (next(choice, choices));
        return tried;
    }

    private static boolean next(int[] choice, List<long[]> choices) {
        for (int word = 0; word < choice.length; word++) {
            if (++choice[word] < choices.get(word).length) {
                return true;
            }
            choice[word] = 0;
        }
        return false;
    }

    private void assertTrueCopy(Readings readings, int from, int to) {
        MemorySegment second = copies.asSlice(SMALL, SMALL);
        PageView view = new WordPageView(SMALL, 0);
        view.stable(second, 0, PlainPage.POINTER);
        assertThat(readings.firstWrong(Readings.of(view), from, to))
                .as("wrong key, seed %d, from %d to %d", seed, from, to)
                .isNegative();
        EntryBuffer entries = new EntryBuffer(1);
        view.collect(Long.MIN_VALUE, Long.MAX_VALUE, entries);
        // A key may be there twice: removed from a line that had been read, and added to another.
        for (int i = 0; i < entries.size(); i++) {
            assertThat(readings.had(entries.key(i), entries.value(i), from, to))
                    .as("entry of key %d, seed %d, from %d to %d", entries.key(i), seed, from, to)
                    .isTrue();
        }
    }

    private void copy(int number, Moments moments, int moment) {
        for (int word = 0; word < WORDS; word++) {
            put(number, word, moments.word(moment, word));
        }
    }

    private void put(int copy, int word, long value) {
        Page.plain(copies, (long) copy * SMALL + (long) word * Long.BYTES, value);
    }
}
