package dev.mangrove.reproduce.nam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Usage;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.util.List;

/** Small versions of the NAM paper's experiments. */
final class NamTreesTest {
    private static final Profile PROFILE = Profile.named(NamText.PROFILE);
    private static final boolean FULL = Boolean.getBoolean("mangrove.full");
    private static final long KEYS = FULL ? 60_000 : 30_000;
    private static final int CLIENTS = 40;

    @Test
    void shouldShareKeysOutAsThePaperDoes() {
        assertThat(NamSetup.of(Design.COARSE, true, KEYS, CLIENTS).weights())
                .containsExactly(80, 12, 5, 3);
        assertThat(NamSetup.of(Design.COARSE, false, KEYS, CLIENTS).weights())
                .containsExactly(1, 1, 1, 1);
        assertThat(NamSetup.of(Design.COARSE, true, KEYS, CLIENTS).withServers(6).weights())
                .containsExactly(80, 12, 5, 3, 1.5, 0.75);
    }

    @Test
    void shouldFollowLatencyAndSharesFromRates() {
        NamPoint point = new NamPoint(10, 2e6, List.of(6e6, 2e6), 16, Usage.NONE);

        assertThat(point.micros()).isEqualTo(5);
        assertThat(point.bytesPerOperation()).isEqualTo(4);
        assertThat(point.largestShare()).isEqualTo(0.75);
        assertThat(point.smallestShare()).isEqualTo(0.25);
    }

    @Test
    void shouldMeasureTheSameAgain() {
        assertThat(points(Design.HYBRID, NamWork.A)).isEqualTo(points(Design.HYBRID, NamWork.A));
    }

    @Test
    void shouldSaturateServersOfCoarseAndNotOfFine() {
        NamCurves curves = new NamCurves();
        for (Design design : List.of(Design.COARSE, Design.FINE)) {
            NamSetup setup = NamSetup.of(design, false, KEYS, 80);
            curves.measure(PROFILE, setup, List.of(NamWork.A), 4, 8, 80);
        }

        assertThat(growth(curves, Design.COARSE, 4, 8)).isCloseTo(2, within(0.4));
        assertThat(growth(curves, Design.COARSE, 4, 80)).isLessThan(10);
        // Slightly less than 2: all clients read the root, which lies at one server, perhaps a far
        // one.
        assertThat(growth(curves, Design.FINE, 4, 8)).isCloseTo(2, within(0.2));
    }

    @Test
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    void shouldMoveWhatTheDesignsNeed() {
        Reproduction result = NamFig9.run(PROFILE, KEYS, CLIENTS);

        // The first two need longer ranges than this number of keys allows.
        assertThat(result.failures())
                .containsExactly(
                        "inner pages add no noticeable overhead to ranges: bytes of fine to hybrid",
                        "fine uses all servers for ranges: the least busy one to an even share",
                        "coarse is limited by the bandwidth of one server for ranges: use of its"
                                + " link");
        assertThat(result.note()).contains("0.06 M keys instead of 100 M");
        assertThat(result.toJson()).containsKeys("measured", "note");
    }

    @Test
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    void shouldGainByCoLocationInEveryWorkload() {
        Reproduction result = NamFig15.run(PROFILE, KEYS, 80); // 20 on each machine

        assertThat(result.claims())
                .filteredOn(claim -> claim.text().contains("co-location gains"))
                .hasSize(8)
                .allMatch(Reproduction.Claim::holds);
    }

    @Test
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    void shouldStayWholeWithInserts() {
        Reproduction result = NamFig12.run(PROFILE, KEYS, 20, CLIENTS);

        assertThat(result.claims())
                .filteredOn(claim -> claim.text().contains("dominates fine"))
                .hasSize(2)
                .allMatch(Reproduction.Claim::holds);
    }

    private static double points(Design design, NamWork work) {
        NamSetup setup = NamSetup.of(design, true, KEYS, CLIENTS);
        return new NamCurves()
                .measure(PROFILE, setup, List.of(work), CLIENTS)
                .rate(design, work, CLIENTS);
    }

    private static double growth(NamCurves curves, Design design, int from, int to) {
        return curves.rate(design, NamWork.A, to) / curves.rate(design, NamWork.A, from);
    }
}
