package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.history.search.LinearizationSearch;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Prints the speed of the checks; asserts only their verdicts. */
class CheckingSpeedTest {
    private static final int ROUNDS = Boolean.getBoolean("mangrove.full") ? 2 : 1;

    @Test
    void shouldCheckLongHistories() {
        for (int round = 0; round < ROUNDS; round++) {
            accept(
                    "1 key, 3 clients, unique values",
                    shape(3, 150_000 * ROUNDS, 1, 0, 0, Shapes.INDEX));
            accept(
                    "1 key, 8 clients, unique values",
                    shape(8, 150_000 * ROUNDS, 1, 0, 0, Shapes.INDEX));
            accept("1000 keys, 30 clients", shape(30, 100_000 * ROUNDS, 1000, 0, 0, Shapes.INDEX));
            accept("1 key, 30 clients, reads and writes", crowd(0, 0, Shapes.READ_WRITE));
            accept("1 key, 30 clients, all of an index", crowd(0, 0, Shapes.INDEX));
            accept("1 key, 30 clients, 0.2 % unknown", crowd(0, 0.002, Shapes.INDEX));
            accept("1 key, 30 clients, counter", crowd(0, 0, Shapes.COUNTER));
            accept("1 key, 30 clients, 2 values", crowd(2, 0, Shapes.READ_WRITE));
        }
    }

    @Test
    void shouldDecideDamagedHistories() {
        for (int round = 0; round < ROUNDS; round++) {
            damaged("1 key, 30 clients, reads and writes", crowd(0, 0, Shapes.READ_WRITE));
            damaged("1 key, 30 clients, all of an index", crowd(0, 0, Shapes.INDEX));
            damaged("1 key, 30 clients, 5 values", crowd(5, 0, Shapes.INDEX));
        }
    }

    @Test
    void shouldCheckManyRanges() {
        ScannedRegisters run = new ScannedRegisters(1, shape(8, 100_000, 500, 0, 0, Shapes.INDEX));
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            RangeChecker checker = new RangeChecker(run.history, run.ranges);
            assertThat(checker.check()).isEmpty();
            long quick = System.nanoTime();
            History reads = checker.asReads();
            assertThat(new LinearizabilityChecker().check(reads).verdict())
                    .isEqualTo(Verdict.LINEARIZABLE);
            System.out.printf(
                    "%d ranges over %d operations: %d ms; as %d gets: %d ms%n",
                    run.ranges.size(),
                    run.history.size(),
                    millis(start, quick),
                    reads.size() - run.history.size(),
                    millis(quick, System.nanoTime()));
        }
    }

    private static AtomicRegisters.Shape shape(
            int clients, int ops, int keys, int values, double unknown, List<OpKind> kinds) {
        return new AtomicRegisters.Shape(clients, ops, keys, values, unknown, kinds);
    }

    private static AtomicRegisters.Shape crowd(int values, double unknown, List<OpKind> kinds) {
        return shape(30, 5_000 * ROUNDS, 1, values, unknown, kinds);
    }

    private static void accept(String what, AtomicRegisters.Shape shape) {
        History history = AtomicRegisters.generate(1, shape);
        long start = System.nanoTime();
        LinearizabilityReport report = new LinearizabilityChecker().check(history);
        long nanos = System.nanoTime() - start;
        assertThat(report.verdict()).as(report.toString()).isEqualTo(Verdict.LINEARIZABLE);
        System.out.printf(
                "%-38s %7d operations in %5d ms, %5.2f us each, %d configurations%n",
                what,
                history.size(),
                nanos / 1_000_000,
                nanos / 1e3 / history.size(),
                report.explored());
    }

    /** Changes one response of each of some histories. */
    private static void damaged(String what, AtomicRegisters.Shape shape) {
        int[] verdicts = new int[3];
        long worst = 0;
        long total = 0;
        for (long seed = 0; seed < 5L * ROUNDS; seed++) {
            History history =
                    Mutations.changeOneResponse(AtomicRegisters.generate(seed, shape), seed, 5);
            KeyPartition keys = KeyPartition.of(history);
            long start = System.nanoTime();
            Verdict verdict = new LinearizationSearch(history, keys.ops(0)).run(500_000);
            long nanos = System.nanoTime() - start;
            switch (verdict) {
                case LINEARIZABLE -> verdicts[0]++;
                case VIOLATION -> verdicts[1]++;
                case UNDECIDED -> verdicts[2]++;
            }
            worst = Math.max(worst, nanos);
            total += nanos;
        }
        System.out.printf(
                "%-38s one response changed: %d fine, %d violations, %d undecided;"
                        + " mean %d ms, worst %d ms%n",
                what, verdicts[0], verdicts[1], verdicts[2], total / 10_000_000, worst / 1_000_000);
        assertThat(verdicts[0] + verdicts[1] + verdicts[2]).isEqualTo(5 * ROUNDS);
    }

    private static long millis(long from, long to) {
        return (to - from) / 1_000_000;
    }
}
