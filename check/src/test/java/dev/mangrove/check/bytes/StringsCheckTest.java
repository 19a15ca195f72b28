package dev.mangrove.check.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;

import org.junit.jupiter.api.Test;

final class StringsCheckTest {
    @Test
    void shouldFindNothingWhenReadersValidateEachPage() {
        CheckReport report =
                CheckCommand.of("strings", "all", null, false, InPlaceMode.BY_LOT)
                        .run(Seeds.of(100));
        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.isGood()).isTrue();
    }

    @Test
    void shouldRefuseDesignsWhenThereIsNoIndex() {
        assertThatThrownBy(
                        () -> CheckCommand.of("strings", "all", "fine", false, InPlaceMode.BY_LOT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
