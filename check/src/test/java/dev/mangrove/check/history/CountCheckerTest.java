package dev.mangrove.check.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountCheckerTest {
    private final History history = new History(16);

    @Test
    void shouldAcceptTheNumberOfKeysThatAreThere() {
        load(1, 2, 3, 9);

        assertThat(new CountChecker(history).fault(count(3))).isEmpty();
    }

    @Test
    void shouldRejectTooFewAndTooMany() {
        load(1, 2, 3, 9);
        CountChecker checker = new CountChecker(history);

        assertThat(checker.fault(count(2))).get().asString().contains("counted 2", "but 3 to 3");
        assertThat(checker.fault(count(4))).get().asString().contains("counted 4", "but 3 to 3");
    }

    /** A key that is deleted meanwhile, one that is put, and one that may have been put. */
    @Test
    void shouldAcceptEitherWhileKeysChange() {
        load(1, 2);
        history.succeeded(history.invokeDelete(1, 1, 105), 120);
        history.done(history.invokePut(1, 3, 30, 90), 101);
        int unknown = history.invokePut(1, 4, 40, 50);
        CountChecker checker = new CountChecker(history);

        assertThat(history.outcome(unknown)).isEqualTo(Outcome.UNKNOWN);
        assertThat(checker.fault(count(0))).isPresent();
        assertThat(checker.fault(count(1))).isEmpty();
        assertThat(checker.fault(count(4))).isEmpty();
        assertThat(checker.fault(count(5))).isPresent();
    }

    private void load(long... keys) {
        for (long key : keys) {
            history.done(history.invokePut(0, key, 10 * key, 1), 2);
        }
    }

    private static KeyCount count(long found) {
        return new KeyCount(1, 0, 8, found, 100, 110);
    }
}
