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
    void shouldMeetExpiredEntriesOfDesignCell() {
        CheckReport report =
                CheckCommand.of("extents", "all", "cell", false, InPlaceMode.BY_LOT)
                        .run(Seeds.of(20));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.coverage().never()).isEmpty();
    }

    @Test
    void shouldRefuseADesignWithoutExtentsOfClients() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                CheckCommand.of(
                                        "extents", "all", "coarse", false, InPlaceMode.BY_LOT))
                .withMessageContaining("fine, sherman or cell");
    }

    @Test
    void shouldRefuseAModeOfAccess() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CheckCommand.of("extents", "all", null, false, InPlaceMode.ALWAYS))
                .withMessageContaining("by verbs and in place");
    }
}
