package dev.mangrove.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

/** Runs all litmus tests for a moment each. */
final class LitmusTest {
    /** Chosen: thousands of states of each test, also on a busy machine. */
    private static final int MILLIS = Integer.getInteger("mangrove.litmus.millis", 100);

    static List<String> tests() {
        return LitmusRun.tests();
    }

    @ParameterizedTest
    @MethodSource("tests")
    void shouldShowNoForbiddenOutcome(String test) throws ReflectiveOperationException {
        LitmusRun run = LitmusRun.of(test, MILLIS, LitmusTest.class.getClassLoader());

        assertThat(run.failures()).as("%s: %s", test, run.outcomes()).isEmpty();
        assertThat(run.outcomes()).isNotEmpty();
    }

    @Test
    void shouldFindTests() {
        assertThat(tests())
                .contains(
                        "dev.mangrove.fabric.shm.BellLitmus",
                        "dev.mangrove.index.btree.cache.CachedNodeLitmus");
    }
}
