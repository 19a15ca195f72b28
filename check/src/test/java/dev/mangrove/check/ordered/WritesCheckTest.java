package dev.mangrove.check.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;

final class WritesCheckTest {
    @Test
    void shouldBeContentWithTheProductAndReorderItsWrites() {
        CheckReport report = new CheckRun(new WritesCheck(), Faults.ALL).run(1, Seeds.of(45));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.coverage().counts().get("reordered write")).isPositive();
        assertThat(report.coverage().never()).isEmpty();
    }

    @Test
    void shouldRefuseAModeOfAccess() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CheckCommand.of("writes", "all", null, false, InPlaceMode.ALWAYS))
                .withMessageContaining("by verbs");
    }
}
