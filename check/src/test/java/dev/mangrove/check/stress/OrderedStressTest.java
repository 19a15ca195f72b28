package dev.mangrove.check.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Design;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Short runs with correct clients and with faulty ones. */
final class OrderedStressTest {
    private static final double SECONDS = 5;
    private static final long SEED = 1;
    private static final int TRIES = 5;

    @ParameterizedTest
    @MethodSource("designs")
    void shouldLoseNothingThatWasAcknowledged(Design design) {
        assertThatNothingIsLost(design, StressSettings.SHM);
    }

    @ParameterizedTest
    @MethodSource("designs")
    void shouldLoseNothingThatWasAcknowledgedOverTcp(Design design) {
        assumeTrue(TestSize.MATRIX, "as on shared memory: -Pci");
        assertThatNothingIsLost(design, StressSettings.TCP);
    }

    private static void assertThatNothingIsLost(Design design, String fabric) {
        StressReport report =
                new OrderedStress(new StressSettings(design, fabric, SECONDS, 3, 2, 4, SEED)).run();

        assertThat(report.violations()).isEmpty();
        assertThat(report.isGood()).isTrue();
        Map<String, Object> json = report.toJson();
        assertThat((int) json.get("kills")).isGreaterThanOrEqualTo(2);
        assertThat((int) json.get("restarts")).isEqualTo(json.get("kills"));
        assertThat((int) json.get("pauses")).isGreaterThanOrEqualTo(2);
        assertThat((long) json.get("operations")).isGreaterThan(100);
        assertThat(json)
                .containsEntry("undecided", 0)
                .containsEntry("verify", "good")
                .containsEntry("fabric", fabric);
        assertThat(report.toString()).contains("seed " + SEED, "violations");
    }

    private static List<Design> designs() {
        return TestSize.FULL ? List.of(Design.values()) : List.of(Design.SHERMAN);
    }

    @Test
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    void shouldCatchClientsThatBreakLatchesWithoutAsking() {
        assertThat(caught(LatchBreaker.class)).isNotEmpty();
    }

    @Test
    void shouldCatchChangesThatWereAcknowledgedAndNotMade() {
        assertThat(caught(ForgetfulClient.class))
                .anyMatch(violation -> violation.contains("no order of effects"));
    }

    @Test
    void shouldLetClientsGoOnThatLoseTheirConnections() {
        int lost = 0;
        long unanswered = 0;
        List<String> violations = new ArrayList<>();
        for (int i = 0; i < TRIES && (lost <= 2 || unanswered <= 2); i++) {
            StressSettings settings =
                    new StressSettings(
                            Design.FINE, StressSettings.SHM, SECONDS / 2, 2, 1, 8, SEED + i);
            StressReport report = new OrderedStress(settings, CutOffClient.class).run();
            lost += (int) report.toJson().get("lost_connections");
            unanswered += (long) report.toJson().get("unanswered");
            violations.addAll(report.violations());
        }

        assertThat(lost).isGreaterThan(2);
        assertThat(unanswered).isGreaterThan(2);
        assertThat(violations)
                .isNotEmpty()
                .allMatch(violation -> violation.contains("without a pause"));
    }

    /** Repeats short runs, as one run need not detect a faulty client. */
    private static List<String> caught(Class<?> clientMain) {
        StressReport report = null;
        for (int i = 0; i < TRIES && (report == null || report.isGood()); i++) {
            StressSettings settings =
                    new StressSettings(
                            Design.FINE, StressSettings.SHM, SECONDS / 2, 3, 2, 4, SEED + i);
            report = new OrderedStress(settings, clientMain).run();
        }
        return report.violations();
    }
}
