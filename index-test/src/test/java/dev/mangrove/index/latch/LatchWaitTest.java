package dev.mangrove.index.latch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.fabric.Address;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.page.PagePointer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

final class LatchWaitTest {
    private static final long PAGE = PagePointer.of(Address.of(0x101, 1L << 23), 1);
    private static final int SPINS = 64;

    private final ToyHost host = new ToyHost(false);
    private final List<Boolean> asked = new ArrayList<>();
    private boolean gone;
    private final LatchWait wait = new LatchWait(host, this::isGone, true);
    private final LatchOwner owner = new LatchOwner(0x80000001);

    @Test
    void shouldMakeEachHoldingUnique() {
        long first = owner.next();
        long second = owner.next();
        assertThat(second).isNotEqualTo(first);
        assertThat(LatchOwner.of(first)).isEqualTo(0x80000001).isEqualTo(LatchOwner.of(second));
        assertThat(LatchOwner.of(new LatchOwner(1).next())).isEqualTo(1);
    }

    @Test
    void shouldNotWaitForAFreeLatch() {
        wait.begin();
        for (int i = 0; i < 1000; i++) {
            assertThat(wait.isLeft(PAGE, LatchOwner.FREE)).isFalse();
        }
        assertThat(host.spins()).isZero();
        assertThat(host.sleeps()).isEmpty();
    }

    @Test
    void shouldSpinAndThenSleepEverLonger() {
        wait.begin();
        long word = owner.next();
        for (int i = 0; i < SPINS + 10; i++) {
            assertThat(wait.isLeft(PAGE, word)).isFalse();
        }
        assertThat(host.spins()).isEqualTo(SPINS);
        assertThat(host.sleeps()).hasSize(10).isSorted();
        assertThat(host.sleeps().getLast()).isLessThanOrEqualTo(200_000);
    }

    @Test
    void shouldStartAnewWhenAnotherHoldsTheLatch() {
        wait.begin();
        for (int holder = 0; holder < 20; holder++) {
            long word = owner.next();
            for (int i = 0; i < SPINS; i++) {
                assertThat(wait.isLeft(PAGE, word)).isFalse();
            }
        }
        assertThat(host.sleeps()).isEmpty();
    }

    @Test
    void shouldAskAboutAHolderThatStays() {
        wait.begin();
        long start = host.nanoTime();
        long word = owner.next();
        gone = true;
        while (!wait.isLeft(PAGE, word)) {
            assertThat(host.nanoTime() - start).isLessThan(LatchWait.ASK_NANOS + 500_000);
        }
        assertThat(host.nanoTime() - start).isGreaterThanOrEqualTo(LatchWait.ASK_NANOS);
        assertThat(asked).containsExactly(false);
    }

    @Test
    void shouldKeepOutAHolderThatStaysLongerThanTheLease() {
        wait.begin();
        long start = host.nanoTime();
        long word = owner.next();
        while (!asked.contains(true)) {
            assertThat(wait.isLeft(PAGE, word)).isFalse();
        }
        assertThat(host.nanoTime() - start).isGreaterThanOrEqualTo(LatchWait.LEASE_NANOS);
    }

    @ParameterizedTest
    @CsvSource({"66, 2", "66, 60", "200, 2", "200, 60"})
    void shouldNotKeepOutBecauseTimeHasPassedWhileItselfWasPaused(int polls, int leases) {
        wait.begin();
        long word = owner.next();
        for (int i = 0; i < polls; i++) {
            assertThat(wait.isLeft(PAGE, word)).isFalse();
        }
        host.sleep(leases * LatchWait.LEASE_NANOS);
        assertThat(wait.isLeft(PAGE, word)).isFalse();
        assertThat(asked).containsExactly(false);
    }

    @Test
    void shouldTryAgainAtOnceWithoutBackOff() {
        LatchWait eager = new LatchWait(host, this::isGone, false);
        eager.begin();
        long word = owner.next();
        for (int i = 0; i < 1_000; i++) {
            assertThat(eager.isLeft(PAGE, word)).isFalse();
        }
        assertThat(host.sleeps()).isEmpty();
    }

    @Test
    void shouldGiveUpAfterAWhile() {
        wait.begin();
        long word = owner.next();
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                wait.isLeft(PAGE, word);
                            }
                        })
                .isInstanceOf(FabricException.class)
                .hasMessageContaining("locked for 30 s");
    }

    private boolean isGone(long word, boolean keepOut) {
        asked.add(keepOut);
        return gone;
    }
}
