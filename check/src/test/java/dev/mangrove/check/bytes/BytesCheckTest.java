package dev.mangrove.check.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.index.TestSize;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"coarse", "fine", "sherman", "cell"})
    void shouldFindNothingInAnyDesign(String design) {
        CheckReport report =
                CheckCommand.of("bytes", "all", design, false, InPlaceMode.BY_LOT)
                        .run(TestSize.MATRIX ? 6 : 3);
        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.isGood()).isTrue();
    }

    @Test
    void shouldRefuseDesignsWhenByteStringsDoNotHaveThem() {
        assertThatThrownBy(
                        () -> CheckCommand.of("bytes", "all", "hybrid", false, InPlaceMode.BY_LOT))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
