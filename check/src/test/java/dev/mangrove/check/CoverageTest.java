package dev.mangrove.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.ordered.OrderedCheck;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

final class CoverageTest {
    /** Seeds that are enough for each recovery to happen; the tests stop when it has. */
    private static final long RECOVERY_SEEDS = 120;

    private static final Logger OURS = Logger.getLogger("dev.mangrove");

    @BeforeAll
    static void logNothing() {
        OURS.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        OURS.setLevel(null);
    }

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

    /** Recoveries that a client makes for another one which died in the middle of a change. */
    @Test
    void shouldFinishWhatDeadClientsHaveBegun() {
        OrderedCheck check = new OrderedCheck(Design.SHERMAN, false, InPlaceMode.ALWAYS);

        assertAllHappen(
                new CheckRun(check, Faults.parse("client-crash")),
                "latch taken over",
                "merge completed",
                "merge undone",
                "change repeated");
    }

    @Test
    void shouldLoseServersInTheMiddleOfAccessesInPlace() {
        OrderedCheck check = new OrderedCheck(Design.HYBRID, false, InPlaceMode.ALWAYS);

        assertAllHappen(new CheckRun(check, Faults.parse("server-crash")), "server crash in place");
    }

    private static void assertAllHappen(CheckRun run, String... recoveries) {
        Set<String> missing = new HashSet<>(Set.of(recoveries));
        for (long seed = 1; seed <= RECOVERY_SEEDS && !missing.isEmpty(); seed++) {
            run.runOne(seed);
            Map<String, Long> counts = run.report().coverage().counts();
            missing.removeIf(recovery -> counts.getOrDefault(recovery, 0L) > 0);
        }
        assertThat(run.report().firstViolations()).isEmpty();
        assertThat(missing).isEmpty();
    }

    /** Servers of fine and sherman do not access the memory that they grant. */
    @Test
    void shouldNotExpectServersToDieInPlaceWhereTheyAccessNoMemory() {
        OrderedCheck check = new OrderedCheck(Design.FINE, false, InPlaceMode.ALWAYS);

        assertThat(check.run(1, Faults.ALL, null).coverage().counts())
                .containsKey("client crash in place")
                .doesNotContainKey("server crash in place");
    }

    @Test
    void shouldNotExpectFaultsThatAreNotAllowed() {
        OrderedCheck check = new OrderedCheck(Design.FINE, false, InPlaceMode.NEVER);

        assertThat(check.run(1, Faults.NONE, null).coverage().counts())
                .doesNotContainKeys("pause", "torn read", "suspension in place")
                .containsKey("walked right");
    }
}
