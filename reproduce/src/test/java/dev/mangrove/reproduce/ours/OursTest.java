package dev.mangrove.reproduce.ours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.reproduce.Comparison;
import dev.mangrove.reproduce.Comparison.Side;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Resource;
import dev.mangrove.reproduce.Usage;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

final class OursTest {
    private static final boolean MATRIX =
            Boolean.getBoolean("mangrove.matrix") || Boolean.getBoolean("mangrove.full");
    private static final Usage IDLE = new Usage(Map.of(Resource.CLIENT_CORES, 0.5));
    private static final Usage FULL = new Usage(Map.of(Resource.LINK, 0.95));

    private static Comparison comparison(double published, Usage usage, double... tried) {
        return Comparison.of(
                "Paper",
                "gets",
                "M/s",
                List.of(new Side("old", published / 2, IDLE), new Side("theirs", published, IDLE)),
                Arrays.stream(tried).mapToObj(rate -> side(rate, usage)).toList());
    }

    private static Side side(double rate, Usage usage) {
        return new Side("ours " + rate, rate, usage);
    }

    @Test
    void shouldCompareTheBestOfBothSides() {
        Comparison comparison = comparison(10, IDLE, 12, 15, 11);

        assertThat(comparison.published().name()).isEqualTo("theirs");
        assertThat(comparison.ours().rate()).isEqualTo(15);
        assertThat(comparison.ratio()).isEqualTo(1.5);
    }

    @Test
    void shouldAskForALeadUnlessTheNetworkIsFull() {
        Reproduction result =
                Ours.judged(List.of(comparison(10, IDLE, 12), comparison(10, FULL, 10.1)));

        assertThat(result.failures())
                .containsExactly(
                        "Paper, gets: ours: at least 1.3 times, with no card, bus or link full");
        assertThat(result.claims().getLast().holds()).isTrue();
    }

    @Test
    void shouldShowWhereItLoses() {
        Reproduction result = Ours.judged(List.of(comparison(10, FULL, 9.9)));

        assertThat(result.failures()).hasSize(1);
        assertThat(result.toString())
                .contains("FAILS: Paper, gets: ours: nothing is lost")
                .contains("bound by link 0.95");
    }

    @Test
    void shouldStateRatesRatioAndBoundInJson() {
        Reproduction result = Ours.judged(List.of(comparison(10, IDLE, 15)));

        assertThat(result.toJson().get("rows").toString())
                .contains("publication=Paper", "published=theirs", "paper=10.0", "ours=15.0")
                .contains("ratio=1.5", "bound_by=client cores", "share=0.5");
    }

    @Test
    void shouldCompareWithEachPaperAtSmallSize() {
        assumeTrue(MATRIX, "runs the systems of five papers: -Pci");
        Reproduction result = Ours.run(null, OursSize.SMALL);

        assertThat(result.comparisons())
                .extracting(Comparison::paper)
                .contains("NAM", "Sherman", "Catfish", "Cell", "D-RDMA");
        assertThat(result.comparisons())
                .allSatisfy(
                        each -> {
                            Usage usage = each.ours().usage();
                            assertThat(each.ratio()).as(each.name()).isGreaterThan(0.7);
                            assertThat(usage.share(usage.bound())).isBetween(0.05, 1.0);
                        });
        assertThat(result.claims()).hasSameSizeAs(result.comparisons());
        assertThat(result.figures().isEmpty()).isFalse();
    }
}
