package dev.mangrove.fabric.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LivenessTest {
    private static final long LOOK = 100_000_000;

    private final Liveness liveness = new Liveness();
    private long now = 5;
    private int pings;

    @Test
    void shouldPingAndThenLoseServerThatStaysSilent() {
        lookFor(Liveness.LOST_AFTER);
        assertThat(liveness.isLost(now - 1)).isFalse();
        assertThat(pings).isEqualTo(4);
        lookFor(LOOK);
        assertThat(liveness.isLost(now)).isTrue();
    }

    @Test
    void shouldKeepServerThatAnswers() {
        for (int i = 0; i < 10; i++) {
            lookFor(Liveness.LOST_AFTER - LOOK);
            assertThat(liveness.isLost(now)).isFalse();
            liveness.heard();
        }
    }

    @Test
    void shouldNotCountTimeInWhichNobodyLooked() {
        lookFor(Liveness.LOST_AFTER - LOOK);
        now += 60_000_000_000L;
        liveness.quiet(now);
        assertThat(liveness.isLost(now)).isFalse();
        lookFor(Liveness.LOST_AFTER + LOOK);
        assertThat(liveness.isLost(now)).isTrue();
    }

    private void lookFor(long time) {
        for (long end = now + time; now < end; now += LOOK) {
            liveness.quiet(now);
            pings += liveness.isPingDue(now) ? 1 : 0;
        }
    }
}
