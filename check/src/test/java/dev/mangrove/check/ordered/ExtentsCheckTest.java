package dev.mangrove.check.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;
import dev.mangrove.check.bytes.BytesOrderedSource;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.Test;

final class ExtentsCheckTest {
    @Test
    void shouldBeContentWithTheProductAndMeetExpiredEntries() {
        CheckReport report =
                new CheckRun(new ExtentsCheck(BytesOrderedSource::ofLongValues), Faults.ALL)
                        .run(1, Seeds.of(20));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.coverage().never()).isEmpty();
    }

    @Test
    void shouldRefuseADesign() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CheckCommand.of("extents", "all", "fine", false, InPlaceMode.BY_LOT))
                .withMessageContaining("of a drawn design");
    }
}
