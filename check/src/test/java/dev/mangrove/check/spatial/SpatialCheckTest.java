package dev.mangrove.check.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The check of spatial indexes finds nothing wrong with them, and what is published wanting. */
final class SpatialCheckTest {
    private static final long SEEDS = Seeds.of(25);

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldFindNothingWrong(SpatialDesign design) {
        CheckReport report = run(new SpatialCheck(design, false), SEEDS);
        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(50 * SEEDS);
        assertThat(report.undecided()).isZero();
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldFindNothingWrongInPlace(SpatialDesign design) {
        CheckReport report =
                run(new SpatialCheck(design, false, InPlaceMode.BUFFERED), Seeds.of(15));
        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(50L * 15);
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldFindNothingWrongByVerbsWhenServersStoreLate(SpatialDesign design) {
        SpatialCheck check = new SpatialCheck(design, false, InPlaceMode.SERVERS_BUFFERED);
        CheckReport report = run(check, Seeds.of(15));
        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.coverage().counts().get("reordered store")).isPositive();
        assertThat(report.coverage().counts().get("node copy torn")).isPositive();
        assertThat(report.coverage().counts()).doesNotContainKey("client crash in place");
    }

    @ParameterizedTest
    @EnumSource(SpatialDesign.class)
    void shouldFindThatThePublishedSearchMissesObjects(SpatialDesign design) {
        CheckReport report = run(new SpatialCheck(design, true), SEEDS);
        assertThat(report.violations()).isPositive();
        assertThat(report.firstViolations().getFirst()).contains("NOTHING_MISSING");
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        SpatialCheck check = new SpatialCheck(SpatialDesign.RSTAR, false);
        assertThat(run(check, 3).traceHash()).isEqualTo(run(check, 3).traceHash());
    }

    @Test
    void shouldAskForATree() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CheckCommand.of("spatial", "all", null, false, InPlaceMode.BY_LOT))
                .withMessageContaining("--tree");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CheckCommand.of("spatial", "all", "quad", false, InPlaceMode.BY_LOT))
                .withMessageContaining("rstar");
    }

    private static CheckReport run(SpatialCheck check, long seeds) {
        return new CheckRun(check, Faults.parse("all")).run(1, seeds);
    }
}
