package dev.mangrove.check.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;
import dev.mangrove.index.TestSize;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;

final class PagesCheckTest {
    private static final boolean FULL = Boolean.getBoolean("mangrove.full");
    private static final long SEEDS = TestSize.MATRIX ? Seeds.of(50) : 4;

    @ParameterizedTest
    @EnumSource(PagesCheck.Kind.class)
    void shouldBeContentWithTheProduct(PagesCheck.Kind kind) {
        PagesCheck check = new PagesCheck(kind, InPlaceMode.BY_LOT);
        CheckReport report = new CheckRun(check, Faults.ALL).run(1, SEEDS);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(SEEDS * 50);
    }

    @ParameterizedTest
    @EnumSource(names = {"MERGES", "STRING_MERGES"})
    void shouldFinishSplitsAndMergesOfDeadProcesses(PagesCheck.Kind kind) {
        PagesCheck check = new PagesCheck(kind, InPlaceMode.BY_LOT);
        CheckReport report = new CheckRun(check, Faults.ALL).run(1, Seeds.of(150));

        assertThat(report.coverage().counts())
                .containsKeys(
                        "split finished", "merge completed", "merge undone", "change repeated");
        // Too rare for a small number of seeds.
        List<String> rare = FULL ? List.of() : List.of("split finished", "merge completed");
        assertThat(report.coverage().never()).isSubsetOf(rare);
    }
}
