package dev.mangrove.check.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.index.TestSize;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EditsCheckTest {
    private static final long SEEDS = TestSize.MATRIX ? 300 : 120;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldBeContentWithTheProduct(boolean strings) {
        CheckReport report = new CheckRun(new EditsCheck(strings), Faults.ALL).run(1, SEEDS);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(SEEDS * 10);
    }

    @Test
    void shouldRefuseADesign() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CheckCommand.of("edits", "all", "fine", false, InPlaceMode.BY_LOT))
                .withMessageContaining("one page");
    }
}
