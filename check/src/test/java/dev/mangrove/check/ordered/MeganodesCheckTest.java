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

final class MeganodesCheckTest {
    /** First entries of pages that are gone are too rare for so few seeds. */
    @Test
    void shouldBeContentWithTheProductAndMovePagesBesideMerges() {
        CheckReport report = new CheckRun(new MeganodesCheck(), Faults.ALL).run(1, Seeds.of(40));

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.coverage().counts().get("page moved")).isPositive();
        assertThat(report.coverage().counts().get("merge given up")).isPositive();
        assertThat(report.coverage().counts().get("separator delivered")).isPositive();
    }

    @Test
    void shouldRefuseAModeOfAccess() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CheckCommand.of("meganodes", "all", null, false, InPlaceMode.ALWAYS))
                .withMessageContaining("by verbs");
    }
}
