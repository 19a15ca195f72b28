package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Copies of pages with byte strings, whose lines or words were read at different moments. An
 * accepted copy gives for each key a result that was true at some moment of the READ.
 */
final class TornStringsTest {
    private static final int PAGE_SIZE = 512;
    private static final int WORDS_PER_LINE = Page.LINE / Long.BYTES;
    private static final int LINES = PAGE_SIZE / Page.LINE;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    @ParameterizedTest
    @CsvSource({"0, 0", "20, 0", "36, 3", "0, 60"})
    void shouldAcceptOnlyTrueMixturesOfLines(int prefix, int suffix) {
        TestKeys keys = new TestKeys.Strings(PAGE_SIZE, prefix, suffix);
        int accepted = 0;
        for (int round = 0; round < 20; round++) {
            PlainPage page = PlainPage.unbounded(keys, PAGE_SIZE, 0, new TreeMap<>());
            boolean words = random.nextBoolean();
            Moments moments =
                    words ? Moments.ofWords(page) : Moments.ofLines(random.nextBoolean(), page);
            change(page);
            accepted += tryMixtures(keys, moments);
        }
        assertThat(accepted).as("seed %d", seed).isGreaterThan(30);
    }

    /** Most mixtures of few moments: a header, the lines of bounds and one entry. */
    private int tryMixtures(TestKeys keys, Moments moments) {
        Readings readings = new Readings(moments);
        int accepted = 0;
        for (int i = 0; i < 300; i++) {
            int from = random.nextInt(moments.count());
            int to = Math.min(moments.count() - 1, from + random.nextInt(60));
            int[] lines = random.ints(LINES, from, to + 1).toArray();
            PlainPage copy = moments.mixture(lines);
            if (isAccepted(keys, copy.memory(), 0)) {
                long[] read = Readings.of(keys, copy.view());
                assertThat(readings.firstWrong(read, from, to))
                        .as("wrong key, seed %d, lines of %s", seed, Arrays.toString(lines))
                        .isNegative();
                accepted += readings.isOfOneMoment(read, from, to) ? 0 : 1;
            }
        }
        return accepted;
    }

    /** Each line lies between two reads of its stamp. */
    @ParameterizedTest
    @CsvSource({"0, 0", "20, 0", "36, 3", "0, 60"})
    void shouldAcceptOnlyTrueMixturesOfWords(int prefix, int suffix) {
        TestKeys keys = new TestKeys.Strings(PAGE_SIZE, prefix, suffix);
        int accepted = 0;
        for (int round = 0; round < 10; round++) {
            PlainPage page = PlainPage.unbounded(keys, PAGE_SIZE, 0, new TreeMap<>());
            Moments moments = Moments.ofWords(page);
            change(page);
            Readings readings = new Readings(moments);
            for (int i = 0; i < 1_000; i++) {
                int from = random.nextInt(moments.count());
                int to = Math.min(moments.count() - 1, from + random.nextInt(40));
                long[] words = new long[PAGE_SIZE / Long.BYTES];
                int torn = 0;
                for (int line = 0; line < LINES; line++) {
                    torn += readLine(moments, line, from, to, words);
                }
                MemorySegment copy = MemorySegment.ofArray(words);
                if (isAccepted(keys, copy, torn)) {
                    accepted++;
                    PlainPage read = new PlainPage(keys, copy, PlainPage.POINTER);
                    assertThat(readings.firstWrong(Readings.of(keys, read.view()), from, to))
                            .as("wrong key, seed %d", seed)
                            .isNegative();
                }
            }
        }
        assertThat(accepted).as("seed %d", seed).isPositive();
    }

    /** Returns 1 if the stamp has changed meanwhile. */
    private int readLine(Moments moments, int line, int from, int to, long[] into) {
        int[] times = random.ints(2, from, to + 1).sorted().toArray();
        int first = line * WORDS_PER_LINE;
        for (int word = first; word < first + WORDS_PER_LINE; word++) {
            into[word] = moments.word(random.nextInt(times[0], times[1] + 1), word);
        }
        into[first] = moments.word(times[0], first);
        return moments.word(times[0], first) == moments.word(times[1], first) ? 0 : 1;
    }

    private void change(PlainPage page) {
        RandomWriter writer = new RandomWriter(page, random);
        for (int i = 0; i < 40; i++) {
            writer.change();
        }
    }

    private static boolean isAccepted(TestKeys keys, MemorySegment copy, int torn) {
        return keys.format(PAGE_SIZE).copyCheck().isWhole(copy, PlainPage.POINTER, PAGE_SIZE, torn);
    }
}
