package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.history.search.LinearizationSearch;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** The property {@code mangrove.history.soak} multiplies the number of histories. */
class SearchAgainstBruteForceTest {
    private static final long SOAK =
            Long.getLong("mangrove.history.soak", Boolean.getBoolean("mangrove.full") ? 4 : 1);

    @Test
    void shouldAgreeOnSmallHistoriesWithOneResponseChanged() {
        long violations = compare(10_000 * SOAK, SearchAgainstBruteForceTest::changed);
        assertThat(violations).isBetween(2_000 * SOAK, 6_000 * SOAK);
    }

    @Test
    void shouldAgreeOnSmallHistoriesOfRandomResponses() {
        long violations = compare(10_000 * SOAK, RandomHistories::generate);
        assertThat(violations).isBetween(3_000 * SOAK, 9_500 * SOAK);
    }

    @Test
    void shouldAgreeOnLongerHistoriesWithAPlainSearch() {
        long violations = 0;
        for (long seed = 0; seed < 1_000 * SOAK; seed++) {
            History history = longer(seed);
            boolean expected = new PlainSearch(history).linearizable();
            verify(seed, history, expected);
            violations += expected ? 0 : 1;
        }
        assertThat(violations).isBetween(250 * SOAK, 750 * SOAK);
    }

    private static History longer(long seed) {
        Random random = new Random(seed);
        List<OpKind> kinds =
                random.ints(1 + random.nextInt(5), 0, Shapes.ALL.size())
                        .mapToObj(Shapes.ALL::get)
                        .toList();
        AtomicRegisters.Shape shape =
                new AtomicRegisters.Shape(
                        2 + random.nextInt(7),
                        20 + random.nextInt(44),
                        1,
                        random.nextInt(5),
                        random.nextInt(3) * 0.04,
                        kinds);
        History history = AtomicRegisters.generate(seed, shape);
        for (int change = 0; change < 1 + seed % 3; change++) {
            history = Mutations.changeOneResponse(history, seed + change, 5);
        }
        return history;
    }

    /** Compares over all seeds below {@code count}; returns the number of violations. */
    private static long compare(long count, LongFunction<History> source) {
        long violations = 0;
        for (long seed = 0; seed < count; seed++) {
            History history = source.apply(seed);
            boolean expected = new BruteForce(history).linearizable();
            verify(seed, history, expected);
            violations += expected ? 0 : 1;
        }
        return violations;
    }

    private static void verify(long seed, History history, boolean expected) {
        Verdict verdict = new LinearizationSearch(history, all(history)).run(1_000_000);
        if (verdict != (expected ? Verdict.LINEARIZABLE : Verdict.VIOLATION)) {
            throw new AssertionError(
                    "seed %d: verdict of the search is %s, an order exists: %s\n%s"
                            .formatted(
                                    seed,
                                    verdict,
                                    expected,
                                    OpTable.format(history, all(history), -1)));
        }
    }

    private static int[] all(History history) {
        return IntStream.range(0, history.size()).toArray();
    }

    private static History changed(long seed) {
        Random random = new Random(seed);
        List<OpKind> kinds =
                random.ints(1 + random.nextInt(5), 0, Shapes.ALL.size())
                        .mapToObj(Shapes.ALL::get)
                        .toList();
        AtomicRegisters.Shape shape =
                new AtomicRegisters.Shape(
                        1 + random.nextInt(6),
                        1 + random.nextInt(9),
                        1,
                        1 + random.nextInt(3),
                        random.nextInt(3) * 0.15,
                        kinds);
        return Mutations.changeOneResponse(AtomicRegisters.generate(seed, shape), seed, 4);
    }
}
