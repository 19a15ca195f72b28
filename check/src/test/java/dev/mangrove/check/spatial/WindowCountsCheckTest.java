package dev.mangrove.check.spatial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;

final class WindowCountsCheckTest {
    @Test
    void shouldBeContentWithTheProductAndReadSummaries() {
        CheckReport report = new CheckRun(new WindowCountsCheck(), Faults.ALL).run(1, Seeds.of(20));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.coverage().counts().get("summaries read")).isPositive();
    }

    @Test
    void shouldRefuseATree() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                CheckCommand.of(
                                        "window-counts", "all", "rstar", false, InPlaceMode.BY_LOT))
                .withMessageContaining("drawn tree");
    }
}
