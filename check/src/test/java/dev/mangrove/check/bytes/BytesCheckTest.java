package dev.mangrove.check.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.InPlaceMode;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.logging.Level;
import java.util.logging.Logger;

final class BytesCheckTest {
    private static final Logger OURS = Logger.getLogger("dev.mangrove");

    @BeforeAll
    static void logNothing() {
        OURS.setLevel(Level.OFF);
    }

    @AfterAll
    static void logAgain() {
        OURS.setLevel(null);
    }

    @Test
    void shouldFindNothingWhenServersExecuteOperations() {
        CheckReport report =
                CheckCommand.of("bytes", "all", "coarse", false, InPlaceMode.BY_LOT).run(6);
        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.isGood()).isTrue();
    }

    @Test
    void shouldRefuseDesignsWhenByteStringsDoNotHaveThem() {
        assertThatThrownBy(() -> CheckCommand.of("bytes", "all", "fine", false, InPlaceMode.BY_LOT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
