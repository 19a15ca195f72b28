package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A READ that is atomic per line may fetch lines in any order and at any moments of a writer's
 * change. An accepted copy gives for each key a result that was true at some moment of the READ.
 */
final class TornLinesTest {
    private static final int SMALL = 256;

    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    /** Changes of a page with keys 0 to 7. */
    @SuppressWarnings("ImmutableEnumChecker") // A function is not changed.
    enum Story {
        SPLIT(writer -> writer.split(4)),
        SPLIT_BETWEEN_INSERTS(
                writer -> {
                    writer.insert(9);
                    writer.split(5);
                    writer.insert(9);
                    writer.update(2);
                }),
        MERGE(
                writer -> {
                    writer.split(5);
                    writer.merge(true, 4);
                }),
        MERGE_BETWEEN_DELETES(
                writer -> {
                    writer.delete(1);
                    writer.split(5);
                    writer.delete(2);
                    writer.merge(true, 3);
                    writer.delete(6);
                    writer.insert(20);
                }),
        MERGE_GIVEN_UP(
                writer -> {
                    writer.split(3);
                    writer.merge(false, 6);
                    writer.insert(0);
                    writer.merge(true, 5);
                }),
        SPLIT_MERGE_SPLIT(
                writer -> {
                    writer.split(4);
                    writer.merge(true, 5);
                    writer.split(6);
                }),
        TWO_SPLITS_TWO_MERGES(
                writer -> {
                    writer.split(6);
                    writer.split(3);
                    writer.merge(true, 2);
                    writer.split(4);
                    writer.merge(true, 4);
                });

        private final Consumer<RandomWriter> body;

        Story(Consumer<RandomWriter> body) {
            this.body = body;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAcceptOnlyTrueMixturesOfWordStores(Story story) {
        PlainPage page = eightKeys();
        tryAllMixtures(page, Moments.ofWords(page), story);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAcceptOnlyTrueMixturesOfLineStores(Story story) {
        for (boolean backwards : new boolean[] {false, true}) {
            PlainPage page = eightKeys();
            tryAllMixtures(page, Moments.ofLines(backwards, page), story);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024})
    void shouldAcceptOnlyTrueMixturesOfRandomStores(int pageSize) {
        int accepted = 0;
        for (int round = 0; round < 60; round++) {
            PlainPage page = PlainPage.unbounded(pageSize, 0, new TreeMap<>());
            boolean words = random.nextBoolean();
            Moments moments =
                    words ? Moments.ofWords(page) : Moments.ofLines(random.nextBoolean(), page);
            RandomWriter writer = new RandomWriter(page, random);
            for (int i = 0; i < 40; i++) {
                writer.change();
            }
            accepted += tryRandomMixtures(moments, pageSize);
        }
        assertThat(accepted).as("seed %d", seed).isGreaterThan(100);
    }

    @RepeatedTest(3)
    void shouldAcceptOnlyTrueMixturesOfRandomStoresToASmallPage() {
        for (int round = 0; round < 100; round++) {
            PlainPage page = PlainPage.unbounded(SMALL, 0, new TreeMap<>());
            Moments moments = Moments.ofWords(page);
            RandomWriter writer = new RandomWriter(page, random);
            for (int i = 0; i < 60; i++) {
                writer.change();
            }
            tryRandomMixtures(moments, SMALL);
        }
    }

    private static PlainPage eightKeys() {
        TreeMap<Long, Long> entries = new TreeMap<>();
        for (long key = 0; key < 8; key++) {
            entries.put(key, 100 + key);
        }
        return PlainPage.unbounded(SMALL, 0, entries);
    }

    private void tryAllMixtures(PlainPage page, Moments moments, Story story) {
        story.body.accept(new RandomWriter(page, random));
        Readings readings = new Readings(moments);
        List<List<int[]>> versions = new ArrayList<>();
        for (int line = 0; line < SMALL / Page.LINE; line++) {
            versions.add(versions(moments, line));
        }
        int[] choice = new int[versions.size()];
        int mixtures = 0;
        do {
            mixtures += tryMixture(moments, readings, versions, choice) ? 1 : 0;
        } while (next(choice, versions));
        assertThat(mixtures).as("accepted mixtures").isPositive();
    }

    /** First and last moment of each version of a line, in order. */
    private static List<int[]> versions(Moments moments, int line) {
        int words = Page.LINE / Long.BYTES;
        List<int[]> versions = new ArrayList<>();
        for (int moment = 0; moment < moments.count(); moment++) {
            boolean same = moment > 0;
            for (int word = line * words; same && word < (line + 1) * words; word++) {
                same = moments.word(moment, word) == moments.word(moment - 1, word);
            }
            if (same) {
                versions.getLast()[1] = moment;
            } else {
                versions.add(new int[] {moment, moment});
            }
        }
        return versions;
    }

    private static boolean next(int[] choice, List<List<int[]>> versions) {
        for (int line = 0; line < choice.length; line++) {
            if (++choice[line] < versions.get(line).size()) {
                return true;
            }
            choice[line] = 0;
        }
        return false;
    }

    /** Tries the copy with these versions of lines, read within the shortest possible time. */
    private static boolean tryMixture(
            Moments moments, Readings readings, List<List<int[]>> versions, int[] choice) {
        int earliestEnd = Integer.MAX_VALUE;
        int latestStart = 0;
        int[] momentOfLine = new int[choice.length];
        for (int line = 0; line < choice.length; line++) {
            int[] version = versions.get(line).get(choice[line]);
            momentOfLine[line] = version[0];
            latestStart = Math.max(latestStart, version[0]);
            earliestEnd = Math.min(earliestEnd, version[1]);
        }
        int from = Math.min(latestStart, earliestEnd);
        PlainPage copy = moments.mixture(momentOfLine);
        if (!PageCopy.hasWholeLines(copy.memory(), PlainPage.POINTER, SMALL)) {
            assertThat(latestStart).as("a copy of one moment").isGreaterThan(earliestEnd);
            return false;
        }
        int wrong = readings.firstWrong(Readings.of(copy.view()), from, latestStart);
        if (wrong >= 0) {
            assertThat(wrong)
                    .as("wrong key, lines of %s", Arrays.toString(momentOfLine))
                    .isNegative();
        }
        return true;
    }

    private int tryRandomMixtures(Moments moments, int pageSize) {
        Readings readings = new Readings(moments);
        int accepted = 0;
        for (int i = 0; i < 300; i++) {
            int from = random.nextInt(moments.count());
            int to = Math.min(moments.count() - 1, from + random.nextInt(40));
            int[] lines = random.ints(pageSize / Page.LINE, from, to + 1).toArray();
            PlainPage copy = moments.mixture(lines);
            if (PageCopy.hasWholeLines(copy.memory(), PlainPage.POINTER, pageSize)) {
                long[] read = Readings.of(copy.view());
                assertThat(readings.firstWrong(read, from, to))
                        .as("wrong key, seed %d, lines of %s", seed, Arrays.toString(lines))
                        .isNegative();
                accepted += readings.isOfOneMoment(read, from, to) ? 0 : 1;
            }
        }
        return accepted;
    }
}
