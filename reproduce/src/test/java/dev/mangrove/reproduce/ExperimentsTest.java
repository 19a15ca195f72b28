package dev.mangrove.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;

final class ExperimentsTest {
    @ParameterizedTest
    @ValueSource(strings = {"drdma-fig12", "catfish-fig10"})
    void shouldReproduceWhatWasPublishedExceptForKnownFailures(String name) {
        assertReproduced(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"drdma-fig13", "drdma-fig14", "drdma-fig15"})
    void shouldReproduceWhatCardsFetchExceptForKnownFailures(String name) {
        Reproduction result = Experiments.named(name).run(null);

        assertThat(result.claims()).hasSizeGreaterThan(5);
        assertThat(KnownFailures.changes(result)).isEmpty();
        assertThat(result.figures().isEmpty()).isFalse();
    }

    @Test
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    void shouldReproduceWhatGapsCost() {
        Reproduction result = Experiments.named("drdma-text").run(null);

        assertThat(result.holds()).isTrue();
    }

    @ParameterizedTest
    @EnabledIfSystemProperty(named = "mangrove.full", matches = "true")
    @ValueSource(strings = {"drdma-fig11", "cell-table1"})
    void shouldReproduceWhatTakesLong(String name) {
        assertReproduced(name);
    }

    private static void assertReproduced(String name) {
        Reproduction result = Experiments.named(name).run(null);

        assertThat(result.rows().size() + result.claims().size()).isGreaterThan(10);
        assertThat(KnownFailures.changes(result)).isEmpty();
        assertThat(result.holds()).isEqualTo(KnownFailures.of(name).isEmpty());
        assertThat(result.figures().isEmpty()).isFalse();
    }

    @Test
    void shouldCountTheDmasOfThePapersExamples() {
        Reproduction result = Experiments.named("drdma-fig9").run(null);

        assertThat(result.rows()).hasSize(7).allSatisfy(row -> assertThat(row.ratio()).isOne());
        assertThat(result.figures().isEmpty()).isFalse();
    }

    @Test
    void shouldRunOnAClusterOfTheUser(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("half.profile");
        Files.writeString(file, "extends drdma-cx5\ndma.gbps = 54\n");

        Reproduction result = Experiments.named("drdma-fig12").run(file.toString());

        Reproduction.Row large = result.rows().get(4);
        assertThat(large.name()).isEqualTo("1024 B, Gb/s");
        assertThat(large.ratio()).isCloseTo(0.5, within(0.02));
    }

    @Test
    void shouldNameTheExperimentsThereAre() {
        assertThat(Experiments.describe())
                .contains("cell-table1", "nam-table2", "nam-fig7", "nam-fig15");
        assertThatThrownBy(() -> Experiments.named("moon"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no such experiment: moon; there are cell-table1");
    }

    @Test
    void shouldCountWhatEndsWithinAWindow() {
        Window window = new Window();
        window.open(1_000, 1_000_000);
        window.record(0, 999);
        for (int i = 1; i <= 100; i++) {
            window.record(2_000, 2_000 + i * 100L);
        }

        assertThat(window.count()).isEqualTo(100);
        assertThat(window.perSecond()).isCloseTo(100_000, within(1.0));
        assertThat(window.meanNanos()).isCloseTo(5_050, within(1.0));
        assertThat(window.percentileNanos(0.99)).isCloseTo(9_900, within(300.0));
    }
}
