package dev.mangrove.reproduce.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mangrove.AccessMode;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.sim.hardware.Profile;

import org.junit.jupiter.api.Test;

import java.util.List;

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

    @Test
    void shouldMeasureWhoSearchesHowFastAndHowOften() {
        double one =
                CellServer.measure(PROFILE, CellSetup.cached(AccessMode.CLIENT, 1, 1)).micros();

        try (CellCluster cluster = new CellCluster(PROFILE, CellTree.SMALL, 2, 1)) {
            CellPoint two = cluster.measure(CellWork.SEARCH, view(AccessMode.CLIENT), 1, 50, 50);

            assertThat(two.micros() / one).as("four READs each").isCloseTo(1, within(0.03));
            assertThat(serverShare(cluster, view(AccessMode.SERVER))).isCloseTo(1, within(0.03));
            assertThat(serverShare(cluster, CellCluster.ratio(0.25))).isCloseTo(0.75, within(0.05));
            assertThat(arrivalsPerSecond(cluster, 1_000_000)).isCloseTo(6_000, within(60.0));
        }
    }

    @Test
    void shouldCompareSystemsOnFourServers() {
        Reproduction result = CellTable2.run(PROFILE, CellTree.SMALL, 2, 1);

        assertThat(result.rows()).hasSize(4);
        assertThat(result.claims()).hasSize(3);
        assertThat(result.figures().isEmpty()).isFalse();
    }

    @Test
    void shouldMixGetsAndPuts() {
        List<CellWork> works = List.of(CellWork.ycsb("YCSB A", 0.5));
        Reproduction result = CellFig9.run(PROFILE, new CellTree(6, 4), 1, works);

        assertThat(result.claims()).hasSize(2);
        assertThat(result.figures().isEmpty()).isFalse();
    }

    @Test
    void shouldStallInsertsLessPageByPageThanUnderALock() {
        Reproduction result = CellMoves.run(PROFILE, CellTree.SMALL_MOVING);

        assertThat(CellTree.MOVING.nodes()).isEqualTo(30_941);
        assertThat(result.figures().isEmpty()).isFalse();
        assertThat(measured(result, "page by page, pages")).isGreaterThanOrEqualTo(341);
        assertThat(measured(result, "range locked, pages")).isGreaterThanOrEqualTo(341);
        assertThat(measured(result, "page by page, longest insert, us")).isLessThan(200);
        assertThat(measured(result, "range locked, longest insert, us")).isGreaterThan(600);
    }

    private static double measured(Reproduction result, String name) {
        return result.measured().stream()
                .filter(figure -> figure.name().equals(name))
                .mapToDouble(Reproduction.Measured::ours)
                .sum();
    }

    @Test
    void shouldJudgePoliciesByTheBestRatio() {
        Reproduction result =
                CellPolicies.run(PROFILE, 1, List.of(CellPolicyPoint.search(PROFILE, 1, 1, 1)));

        assertThat(result.claims()).hasSize(4);
        assertThat(result.measured().stream().map(Reproduction.Measured::name))
                .contains("1 servers, 1 cores, backoff, regret")
                .anyMatch(name -> name.startsWith("1 servers, 1 cores, best ratio 0."));
    }

    private static double serverShare(CellCluster cluster, ViewOptions view) {
        try (CellRun run = cluster.start(CellWork.SEARCH, view, 2)) {
            run.warmUp(20);
            run.measure(200);
            return run.serverShare();
        }
    }

    /** Searches of six threads that get one each period. */
    private static double arrivalsPerSecond(CellCluster cluster, long periodNanos) {
        CellWork work = CellWork.SEARCH.every(periodNanos);
        try (CellRun run = cluster.start(work, view(AccessMode.SERVER), 2)) {
            return run.measureFor(100_000_000).perSecond();
        }
    }

    private static ViewOptions view(AccessMode mode) {
        return CellCluster.view(CellSystem.CLIENT).withAccess(mode);
    }
}
