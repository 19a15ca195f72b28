package dev.mangrove.check.shipment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.logging.Level;
import java.util.logging.Logger;

final class ShipmentsCheckTest {
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
    @EnumSource(names = {"NEVER", "BUFFERED"})
    void shouldBeContentWithTheProduct(InPlaceMode mode) {
        long seeds = Seeds.of(25);
        CheckReport report = new CheckRun(new ShipmentsCheck(mode), Faults.ALL).run(1, seeds);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(seeds * 20);
    }

    @Test
    void shouldDoTheSameForTheSameSeed() {
        assertThat(new CheckRun(new ShipmentsCheck(InPlaceMode.BY_LOT), Faults.ALL).run(3, 3))
                .isEqualTo(
                        new CheckRun(new ShipmentsCheck(InPlaceMode.BY_LOT), Faults.ALL).run(3, 3));
    }

    @Test
    void shouldRefuseADesign() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                CheckCommand.of(
                                        "shipments", "all", "fine", false, InPlaceMode.BY_LOT))
                .withMessageContaining("--design");
    }
}
