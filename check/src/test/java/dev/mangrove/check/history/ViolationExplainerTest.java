package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.Seeds;

import org.junit.jupiter.api.Test;

class ViolationExplainerTest {
    @Test
    void shouldShowTheOperationsThatMatterAndNoOthers() {
        Script script = new Script();
        for (long i = 0; i < 200; i++) {
            script.put(1, 1000 + i, 10 * i, 10 * i + 5).get(2, 1000 + i, 10 * i + 6, 10 * i + 8);
        }
        script.put(1, 5, 3000, 3001).put(1, 6, 3002, 3003).get(2, 5, 3004, 3005);
        script.get(2, 6, 3006, 3007).put(1, 7, 3008, 3009);
        Violation violation = onlyViolation(script);
        assertThat(violation.culprit()).isEqualTo(402);
        assertThat(violation.core()).containsExactly(401, 402);
        assertThat(violation.explanation())
                .startsWith("key 7: no order of effects explains these responses")
                .contains("> ")
                .contains("put 5")
                .contains("put 6")
                .contains("found 5")
                .contains("400 other operations")
                .contains("the key can have been: 6\n")
                .doesNotContain("put 1199")
                .doesNotContain("put 7");
    }

    @Test
    void shouldShowTheUnknownWriterOfAValue() {
        Script script = new Script().put(1, 5, 0, 1).putUnknown(2, 6, 2);
        script.get(3, 6, 10, 11).get(4, 6, 10, 12).get(3, 5, 13, 14);
        Violation violation = onlyViolation(script);
        assertThat(violation.culprit()).isEqualTo(4);
        assertThat(violation.explanation())
                .contains("put 6")
                .contains("unknown")
                .contains("never")
                .contains("found 6")
                .contains("the key can have been: 6");
    }

    @Test
    void shouldBlameTheFirstResponseThatCannotBe() {
        Script script = new Script().put(1, 5, 0, 1).put(1, 6, 2, 20);
        script.get(2, 6, 3, 4).get(3, 5, 5, 6).get(3, 5, 7, 8).get(3, 6, 9, 10);
        assertThat(onlyViolation(script).culprit()).isEqualTo(3);
    }

    @Test
    void shouldExplainAFailureAtTheEndOfALongHistory() {
        History history =
                AtomicRegisters.generate(
                        5,
                        new AtomicRegisters.Shape(
                                8, (int) Seeds.of(20_000), 1, 0, 0, Shapes.INDEX));
        long late = history.invoked(history.size() - 1) + 1_000_000;
        int culprit = history.invokeGet(1, 0, late);
        history.found(culprit, 1000, late + 1);
        LinearizabilityReport report = new LinearizabilityChecker().check(history);
        Violation violation = report.violations().getFirst();
        assertThat(violation.culprit()).isEqualTo(culprit);
        assertThat(violation.core()).contains(culprit).hasSizeLessThan(10);
    }

    @Test
    void shouldBlameTheLastResponseOfTheShortestFailingPrefix() {
        int explained = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            History history = RandomHistories.generate(seed);
            for (Violation violation : new LinearizabilityChecker().check(history).violations()) {
                int culprit = violation.culprit();
                long end = history.responded(culprit);
                assertThat(violation.core()).as("seed %d", seed).contains(culprit);
                assertThat(linearizable(history, end, culprit)).as("seed %d", seed).isFalse();
                assertThat(linearizable(history, end, culprit - 1)).as("seed %d", seed).isTrue();
                explained++;
            }
        }
        assertThat(explained).isGreaterThan(1_000);
    }

    /** Brute force on responses before {@code end}, and at that time those up to {@code last}. */
    private static boolean linearizable(History history, long end, int last) {
        History prefix = new History(history.size());
        for (int op = 0; op < history.size(); op++) {
            long responded = history.responded(op);
            if (responded < end || (responded == end && op <= last)) {
                prefix.add(history, op);
            } else if (history.invoked(op) <= end && history.outcome(op) != Outcome.FAILED) {
                prefix.addUnknown(history, op);
            }
        }
        return new BruteForce(prefix).linearizable();
    }

    private static Violation onlyViolation(Script script) {
        LinearizabilityReport report = script.check();
        assertThat(report.verdict()).isEqualTo(Verdict.VIOLATION);
        assertThat(report.toString()).contains(report.violations().getFirst().explanation());
        return report.violations().getFirst();
    }
}
