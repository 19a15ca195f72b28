package dev.mangrove.fabric.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SpinPolicyTest {
    private final SpinPolicy eagerness = new SpinPolicy();

    @Test
    void shouldPollAsLongAsItPays() {
        for (int i = 0; i < 100; i++) {
            assertThat(eagerness.polls()).isTrue();
            eagerness.paid();
        }
    }

    @Test
    void shouldHardlyPollWhereItNeverPays() {
        int polls = 0;
        for (int i = 0; i < 100_000; i++) {
            if (eagerness.polls()) {
                polls++;
                eagerness.failed();
            }
        }
        assertThat(polls).isLessThan(50);
    }

    @Test
    void shouldPollAgainOnceItPays() {
        for (int i = 0; i < 100_000; i++) {
            if (eagerness.polls()) {
                eagerness.failed();
            }
        }
        int waits = 0;
        while (!eagerness.polls()) {
            waits++;
        }
        assertThat(waits).isLessThan(5000);
        eagerness.paid();
        assertThat(eagerness.polls()).isTrue();
    }
}
