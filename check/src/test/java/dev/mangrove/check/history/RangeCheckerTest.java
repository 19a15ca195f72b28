package dev.mangrove.check.history;

import static dev.mangrove.check.history.RangeFault.Rule.NOTHING_ABSENT;
import static dev.mangrove.check.history.RangeFault.Rule.NOTHING_MISSING;
import static dev.mangrove.check.history.RangeFault.Rule.STRICTLY_ORDERED;
import static dev.mangrove.check.history.RangeFault.Rule.VALUE_CURRENT;
import static dev.mangrove.check.history.RangeFault.Rule.WITHIN_BOUNDS;
import static dev.mangrove.check.history.RangeFault.Rule.WITHIN_LIMIT;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

class RangeCheckerTest {
    private static final int ALL = RangeHistory.NO_LIMIT;

    private final History history = new History(16);
    private final RangeHistory ranges = new RangeHistory(4, 16);

    @Test
    void shouldAcceptWhatIsThere() {
        load(1, 2, 3);
        entries(1, 2, 3).ascending(1, 0, 9, ALL, 100, 110);
        entries(3, 2, 1).descending(1, 0, 9, ALL, 100, 110);
        entries(2).ascending(1, 2, 2, ALL, 100, 110);
        entries().ascending(1, 4, 9, ALL, 100, 110);
        assertThat(rules()).isEmpty();
    }

    @Test
    void shouldRejectAMissingKey() {
        load(1, 2, 3);
        entries(1, 3).ascending(1, 0, 9, ALL, 100, 110);
        assertThat(check())
                .singleElement()
                .satisfies(
                        fault -> {
                            assertThat(fault.rule()).isEqualTo(NOTHING_MISSING);
                            assertThat(fault.key()).isEqualTo(2);
                            assertThat(fault.explanation())
                                    .contains("range 0 breaks NOTHING_MISSING at key 2")
                                    .contains("client 1: range up [0, 9] -> 2 entries [100, 110]")
                                    .contains("put 20");
                        });
    }

    @Test
    void shouldRejectAKeyThatNobodyWrote() {
        load(1);
        entries(1, 5).ascending(1, 0, 9, ALL, 100, 110);
        assertThat(rules()).containsExactly(NOTHING_ABSENT);
    }

    @Test
    void shouldRejectADeletedKey() {
        load(1, 2);
        history.succeeded(history.invokeDelete(1, 2, 50), 51);
        entries(1, 2).ascending(1, 0, 9, ALL, 100, 110);
        assertThat(rules()).containsExactly(NOTHING_ABSENT);
    }

    @Test
    void shouldRejectAnOverwrittenValue() {
        load(1);
        history.done(history.invokePut(1, 1, 11, 50), 51);
        entries(1).ascending(1, 0, 9, ALL, 100, 110);
        assertThat(rules()).containsExactly(VALUE_CURRENT);
    }

    @Test
    void shouldAcceptEitherWhileAKeyChanges() {
        load(1, 2);
        history.succeeded(history.invokeDelete(1, 1, 105), 120);
        history.done(history.invokePut(1, 2, 21, 90), 100);
        history.done(history.invokePut(1, 3, 30, 110), 111);
        entries(1, 2).ascending(1, 0, 9, ALL, 100, 110);
        entries(2, 3).ascending(1, 0, 9, ALL, 100, 110);
        ranges.entry(2, 21);
        ranges.ascending(1, 0, 9, ALL, 100, 110);
        assertThat(rules()).isEmpty();
    }

    @Test
    void shouldAcceptAnyFateOfUnknownOperations() {
        load(1, 2);
        history.invokeDelete(1, 1, 20);
        history.invokePut(1, 3, 30, 20);
        history.invokePut(1, 2, 22, 20);
        entries(1, 2).ascending(1, 0, 9, ALL, 100, 110);
        entries(2, 3).ascending(1, 0, 9, ALL, 200, 210);
        ranges.entry(2, 22);
        ranges.ascending(1, 0, 9, ALL, 300, 310);
        assertThat(rules()).isEmpty();
    }

    @Test
    void shouldNotLetAnUnknownOperationExcuseWhatItCannotDo() {
        load(1, 2);
        history.invokePut(1, 1, 11, 20);
        history.invokeDelete(1, 2, 111);
        entries().ascending(1, 0, 9, ALL, 100, 110);
        assertThat(rules()).containsExactly(NOTHING_MISSING, NOTHING_MISSING);
    }

    @Test
    void shouldIgnoreFailedOperations() {
        load(1);
        history.failed(history.invokeDelete(1, 1, 20), 21);
        entries().ascending(1, 0, 9, ALL, 100, 110);
        assertThat(rules()).containsExactly(NOTHING_MISSING);
    }

    @Test
    void shouldExpectKeysOnlyUpToTheLastOneWhenTheLimitIsReached() {
        load(1, 2, 3, 4);
        entries(1, 2).ascending(1, 0, 9, 2, 100, 110);
        entries(4, 3).descending(1, 0, 9, 2, 100, 110);
        entries().ascending(1, 0, 9, 0, 100, 110);
        assertThat(rules()).isEmpty();
        entries(1, 3).ascending(1, 0, 9, 2, 100, 110);
        entries(4, 2).descending(1, 0, 9, 2, 100, 110);
        entries(1, 2).ascending(1, 0, 9, 3, 100, 110);
        assertThat(rules())
                .containsExactly(
                        NOTHING_MISSING, NOTHING_MISSING, NOTHING_MISSING, NOTHING_MISSING);
    }

    @Test
    void shouldRejectDisorderDuplicatesAndStrays() {
        load(1, 2, 3);
        entries(1, 3, 2).ascending(1, 0, 9, ALL, 100, 110);
        entries(1, 2, 2, 3).ascending(1, 0, 9, ALL, 100, 110);
        entries(1, 2, 3).descending(1, 0, 9, ALL, 100, 110);
        entries(2, 3).ascending(1, 2, 2, ALL, 100, 110);
        entries(1, 2).ascending(1, 0, 9, 1, 100, 110);
        assertThat(rules())
                .containsExactly(
                        STRICTLY_ORDERED,
                        STRICTLY_ORDERED,
                        STRICTLY_ORDERED,
                        STRICTLY_ORDERED,
                        WITHIN_BOUNDS,
                        WITHIN_LIMIT);
    }

    @Test
    void shouldForgetTheEntriesOfAnAbandonedRange() {
        load(1, 2);
        ranges.entry(8, 80);
        ranges.abandon();
        entries(1, 2).ascending(1, 0, 9, ALL, 100, 110);
        RangeHistory merged = new RangeHistory(0, 0);
        merged.addAll(ranges);
        assertThat(merged.entries(0)).isEqualTo(2);
        assertThat(new RangeChecker(history, merged).check()).isEmpty();
    }

    @Test
    void shouldFindByReadsWhatTwoRangesContradict() {
        load(1);
        history.invokeDelete(1, 1, 20);
        entries().ascending(1, 0, 9, ALL, 100, 110);
        entries(1).ascending(1, 0, 9, ALL, 120, 130);
        RangeChecker checker = new RangeChecker(history, ranges);
        assertThat(checker.check()).isEmpty();
        assertThat(new LinearizabilityChecker().check(checker.asReads()).verdict())
                .isEqualTo(Verdict.VIOLATION);
    }

    @Test
    void shouldAcceptRangesThatLookAtTrueRegisters() {
        int scans = 0;
        for (long seed = 0; seed < 400; seed++) {
            ScannedRegisters run = scanned(seed);
            RangeChecker checker = new RangeChecker(run.history, run.ranges);
            assertThat(checker.check()).as("seed %d", seed).isEmpty();
            assertThat(new LinearizabilityChecker().check(checker.asReads()).verdict())
                    .as("seed %d", seed)
                    .isEqualTo(Verdict.LINEARIZABLE);
            scans += run.ranges.size();
        }
        assertThat(scans).isGreaterThan(2_000);
    }

    @Test
    void shouldReportOnlyWhatTheReadsContradictToo() {
        int faulty = 0;
        for (long seed = 0; seed < 600; seed++) {
            ScannedRegisters run = scanned(seed);
            RangeChecker checker = new RangeChecker(run.history, damaged(run.ranges, seed));
            if (!checker.check().isEmpty()) {
                faulty++;
                assertThat(new LinearizabilityChecker().check(checker.asReads()).verdict())
                        .as("seed %d", seed)
                        .isEqualTo(Verdict.VIOLATION);
            }
        }
        assertThat(faulty).isGreaterThan(100);
    }

    private static ScannedRegisters scanned(long seed) {
        double unknown = seed % 3 * 0.01;
        return new ScannedRegisters(
                seed, new AtomicRegisters.Shape(4, 200, 8, 3, unknown, Shapes.INDEX));
    }

    /** A copy in which one entry of one range is lost or has another value. */
    private static RangeHistory damaged(RangeHistory ranges, long seed) {
        Random random = new Random(seed);
        RangeHistory copy = new RangeHistory(ranges.size(), 16);
        int victim = random.nextInt(Math.max(1, ranges.size()));
        boolean lose = random.nextBoolean();
        for (int range = 0; range < ranges.size(); range++) {
            int entries = ranges.entries(range);
            int hurt = range == victim && entries > 0 ? random.nextInt(entries) : -1;
            for (int entry = 0; entry < entries; entry++) {
                if (entry != hurt) {
                    copy.entry(ranges.key(range, entry), ranges.value(range, entry));
                } else if (!lose) {
                    copy.entry(ranges.key(range, entry), 3 - ranges.value(range, entry));
                }
            }
            add(ranges, range, copy);
        }
        return copy;
    }

    private static void add(RangeHistory from, int range, RangeHistory to) {
        long low = from.low(range);
        long high = from.high(range);
        long invoked = from.invoked(range);
        long responded = from.responded(range);
        if (from.isDescending(range)) {
            to.descending(1, low, high, from.limit(range), invoked, responded);
        } else {
            to.ascending(1, low, high, from.limit(range), invoked, responded);
        }
    }

    /** Puts keys with ten times themselves as values, before time 10. */
    private void load(long... keys) {
        for (long key : keys) {
            history.done(history.invokePut(0, key, 10 * key, 0), 9);
        }
    }

    private RangeHistory entries(long... keys) {
        for (long key : keys) {
            ranges.entry(key, 10 * key);
        }
        return ranges;
    }

    private List<RangeFault> check() {
        return new RangeChecker(history, ranges).check();
    }

    private List<RangeFault.Rule> rules() {
        return check().stream().map(RangeFault::rule).toList();
    }
}
