package dev.mangrove.check.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;

final class SweepsCheckTest {
    @Test
    void shouldBeContentWithTheProduct() {
        long seeds = Seeds.of(40);
        CheckReport report = new CheckRun(new SweepsCheck(), Faults.ALL).run(1, seeds);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(seeds * 30);
    }

    @Test
    void shouldRefuseAModeOfAccess() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CheckCommand.of("sweeps", "all", null, false, InPlaceMode.ALWAYS))
                .withMessageContaining("in place");
    }
}
