package dev.mangrove.check.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;

final class EditsCheckTest {
    @Test
    void shouldBeContentWithTheProduct() {
        CheckReport report = new CheckRun(new EditsCheck(), Faults.ALL).run(1, 300);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(3_000);
    }

    @Test
    void shouldRefuseADesign() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CheckCommand.of("edits", "all", "fine", false, InPlaceMode.BY_LOT))
                .withMessageContaining("one page");
    }
}
