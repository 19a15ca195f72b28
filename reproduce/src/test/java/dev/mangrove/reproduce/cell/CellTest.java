package dev.mangrove.reproduce.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mangrove.AccessMode;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;

/** Searches of one server, with few clients. */
final class CellTest {
    private static final Profile PROFILE = Profile.named(CellText.PROFILE);

    @Test
    void shouldMeasureTheSameAgain() {
        CellSetup setup = CellSetup.cached(AccessMode.QUEUE, 2, 2);

        assertThat(CellServer.measure(PROFILE, setup))
                .isEqualTo(CellServer.measure(PROFILE, setup));
    }

    @Test
    void shouldReadOneNodeLessWithACachedRoot() {
        CellSetup uncached = CellSetup.uncached(AccessMode.CLIENT, 1, 1);
        CellSetup cached = CellSetup.cached(AccessMode.CLIENT, 1, 1);
        double five = CellServer.measure(PROFILE, uncached).micros();
        double four = CellServer.measure(PROFILE, cached).micros();

        assertThat(four / five).isCloseTo(0.8, within(0.03));
    }

    @Test
    void shouldReproduceFigure4WithMostOfItsClients() {
        Reproduction result = CellFig4.run(PROFILE, 10);

        assertThat(result.failures()).isEmpty();
        assertThat(result.rows()).hasSize(4);
    }
}
