package dev.mangrove.check.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.index.TestSize;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class NodesCheckTest {
    private static final long SEEDS = TestSize.MATRIX ? 60 : 25;

    @ParameterizedTest
    @EnumSource(
            value = InPlaceMode.class,
            names = {"ALWAYS", "BUFFERED"})
    void shouldBeContentWithTheProduct(InPlaceMode mode) {
        CheckReport report =
                new CheckRun(new NodesCheck(NodesCheck.Kind.NODES, mode), Faults.ALL).run(1, SEEDS);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.undecided()).isZero();
        assertThat(report.operations()).isGreaterThan(SEEDS * 50);
    }

    @Test
    void shouldBeContentWhilePagesDieAndAreUsedAgain() {
        NodesCheck check = new NodesCheck(NodesCheck.Kind.DEATHS, InPlaceMode.ALWAYS);
        CheckReport report = new CheckRun(check, Faults.ALL).run(1, SEEDS);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(SEEDS * 80);
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        NodesCheck check = new NodesCheck(NodesCheck.Kind.NODES, InPlaceMode.BUFFERED);

        assertThat(new CheckRun(check, Faults.ALL).run(1, 5).traceHash())
                .isEqualTo(new CheckRun(check, Faults.ALL).run(1, 5).traceHash());
    }
}
