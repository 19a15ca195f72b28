package dev.mangrove.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.ordered.OrderedCheck;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;

import java.util.Map;

final class CoverageTest {
    @Test
    void shouldNameWhatNeverHappened() {
        Coverage first = new Coverage(Map.of("pause", 0L, "cut", 0L));
        Coverage second = new Coverage(Map.of("pause", 3L, "flap", 0L));

        assertThat(first.plus(second).never()).containsExactlyInAnyOrder("cut", "flap");
        assertThat(first.plus(second).counts()).containsEntry("pause", 3L);
    }

    @Test
    void shouldCountFaultsAndBranchesOfEachSeedAnew() {
        OrderedCheck check = new OrderedCheck(Design.FINE, false, InPlaceMode.BUFFERED);
        CheckReport both = new CheckRun(check, Faults.ALL).run(1, 3);
        Coverage sum = Coverage.NONE;
        for (long seed = 1; seed <= 3; seed++) {
            sum = sum.plus(check.run(seed, Faults.ALL, null).coverage());
        }

        assertThat(both.coverage()).isEqualTo(sum);
        assertThat(sum.counts().get("suspension in place")).isPositive();
        assertThat(sum.counts().get("delayed store")).isPositive();
        assertThat(sum.counts().get("walked right")).isPositive();
        assertThat(sum.counts()).doesNotContainKeys("search restarted", "latch handed on");
        assertThat(both.toJson()).containsEntry("never", sum.never());
    }

    @Test
    void shouldNotExpectFaultsThatAreNotAllowed() {
        OrderedCheck check = new OrderedCheck(Design.FINE, false, InPlaceMode.NEVER);

        assertThat(check.run(1, Faults.NONE, null).coverage().counts())
                .doesNotContainKeys("pause", "torn read", "suspension in place")
                .containsKey("walked right");
    }
}
