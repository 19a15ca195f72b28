package dev.mangrove.check.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mangrove.check.CheckCommand;
import dev.mangrove.check.CheckReport;
import dev.mangrove.check.CheckRun;
import dev.mangrove.check.InPlaceMode;
import dev.mangrove.check.Seeds;
import dev.mangrove.sim.Faults;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SwapsCheckTest {
    @ParameterizedTest
    @EnumSource(names = {"ALWAYS", "BUFFERED"})
    void shouldBeContentWithTheProduct(InPlaceMode mode) {
        long seeds = Seeds.of(40);
        CheckReport report = new CheckRun(new SwapsCheck(mode), Faults.ALL).run(1, seeds);

        assertThat(report.firstViolations()).isEmpty();
        assertThat(report.operations()).isGreaterThan(seeds * 30);
    }

    @ParameterizedTest
    @EnumSource(names = {"NEVER", "SERVERS_BUFFERED"})
    void shouldRefuseVerbs(InPlaceMode mode) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CheckCommand.of("swaps", "all", null, false, mode))
                .withMessageContaining("in place");
    }
}
