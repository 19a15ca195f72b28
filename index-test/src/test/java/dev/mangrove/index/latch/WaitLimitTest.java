package dev.mangrove.index.latch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.FabricException;

import org.junit.jupiter.api.Test;

final class WaitLimitTest {
    private static final long LIMIT_NANOS = 1_000_000_000;
    private static final int SHORT = 100;

    private final ToyHost host = new ToyHost(false);
    private int asked;

    @Test
    void shouldGiveUpWhenTheLimitHasPassed() {
        WaitLimit wait = new WaitLimit(host, () -> asked++, LIMIT_NANOS);
        long start = host.nanoTime();
        wait.begin();

        assertThatThrownBy(() -> waitForEver(wait))
                .isInstanceOf(FabricException.class)
                .hasMessage("waited 1000 ms for page 7");

        assertThat(host.nanoTime() - start).isBetween(LIMIT_NANOS, 2 * LIMIT_NANOS);
        assertThat(asked).as("questions in a second").isBetween(15, 20);
    }

    /** The thread could not poll meanwhile, so it does not know how long the others took. */
    @Test
    void shouldNotGiveUpBecauseItStoodStill() {
        WaitLimit wait = new WaitLimit(host, () -> asked++, LIMIT_NANOS);
        wait.begin();
        for (int looks = 0; looks < 1_010; looks++) {
            wait.pause(7, number -> "page " + number);
        }
        host.sleep(10 * LIMIT_NANOS);
        long start = host.nanoTime();

        assertThatThrownBy(() -> waitForEver(wait)).hasMessageContaining("waited 1000 ms");

        assertThat(host.nanoTime() - start).isGreaterThan(LIMIT_NANOS / 2);
    }

    @Test
    void shouldEndAtOnceWhenTheOthersAreDead() {
        FabricException lost = new FabricException(FabricException.Kind.PEER_LOST, "lost");
        WaitLimit wait =
                new WaitLimit(
                        host,
                        () -> {
                            throw lost;
                        },
                        LIMIT_NANOS);
        long start = host.nanoTime();
        wait.begin();

        assertThatThrownBy(() -> waitForEver(wait)).isSameAs(lost);

        assertThat(host.nanoTime() - start).isLessThan(LIMIT_NANOS / 10);
    }

    @Test
    void shouldOnlySpinWhenWaitsAreShort() {
        WaitLimit wait = new WaitLimit(host, () -> asked++, LIMIT_NANOS);
        for (int waits = 0; waits < SHORT; waits++) {
            wait.begin();
            for (int looks = 0; looks < SHORT; looks++) {
                wait.pause(7, number -> "page " + number);
            }
        }

        assertThat(host.spins()).isEqualTo(SHORT * SHORT);
        assertThat(host.sleeps()).isEmpty();
        assertThat(asked).isZero();
    }

    @Test
    void shouldNotWaitForEverForALocalLatch() {
        LocalLatches latches = new LocalLatches(host);
        long _ = latches.acquire(64, LatchOwner.FREE);

        assertThatThrownBy(() -> latches.acquire(64, LatchOwner.FREE))
                .isInstanceOf(FabricException.class)
                .hasMessageContaining("the latch of page");
    }

    private static void waitForEver(WaitLimit wait) {
        while (true) {
            wait.pause(7, number -> "page " + number);
        }
    }
}
