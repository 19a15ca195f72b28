package dev.mangrove.reproduce.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;

/** What policies are compared with, and where. */
final class BestRatioTest {
    private static final Profile PROFILE = Profile.named(CellText.PROFILE);

    @Test
    void shouldFindTheHighestOfTwoMaximaBetweenTheFirstSteps() {
        BestRatio best =
                BestRatio.of(
                        share ->
                                100
                                        - 100 * Math.abs(share - 0.6)
                                        + (share < 0.3 ? 90 - 200 * Math.abs(share - 0.15) : 0));

        assertThat(best.share()).isEqualTo(0.15);
        assertThat(best.thousands()).isGreaterThan(100);
    }

    @Test
    void shouldTryTheEnds() {
        assertThat(BestRatio.of(share -> share).share()).isEqualTo(1);
        assertThat(BestRatio.of(share -> -share).share()).isZero();
    }

    @Test
    void shouldComparePoliciesOnInsertsAndOnOneServer() {
        CellPolicyPoint inserts = CellPolicyPoint.inserts(PROFILE, 1);
        CellPolicyPoint one =
                CellPolicyPoint.oneServer(
                        "one", PROFILE, CellSetup.cached(CellSystem.CLIENT.mode(), 1, 1));
        try (CellPolicyPoint.Site growing = inserts.open();
                CellPolicyPoint.Site still = one.open()) {
            assertThat(growing.ofRatio(0)).isGreaterThan(1.2 * growing.ofRatio(1));
            assertThat(still.ofPolicy(CellSystem.SERVER.mode()))
                    .isGreaterThan(1.2 * still.ofPolicy(CellSystem.CLIENT.mode()));
        }
    }
}
