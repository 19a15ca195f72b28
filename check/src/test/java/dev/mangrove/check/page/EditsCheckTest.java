package dev.mangrove.check.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EditsCheckTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeContentWithTheProduct(boolean strings) {
        CheckReport report = new CheckRun(new EditsCheck(strings), Faults.ALL).run(1, 300);

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
