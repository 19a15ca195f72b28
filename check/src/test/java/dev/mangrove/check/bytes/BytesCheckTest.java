package dev.mangrove.check.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.InPlaceMode;

import org.junit.jupiter.api.Test;

final class BytesCheckTest {
    @Test
    void shouldFindNothingWhenServersExecuteOperations() {
        CheckReport report =
                CheckCommand.of("bytes", "all", "coarse", false, InPlaceMode.BY_LOT).run(10);
        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.isGood()).isTrue();
    }

    @Test
    void shouldRefuseDesignsWhenByteStringsDoNotHaveThem() {
        assertThatThrownBy(() -> CheckCommand.of("bytes", "all", "fine", false, InPlaceMode.BY_LOT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
