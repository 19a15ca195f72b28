package dev.mangrove.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Known failures, recorded results and docs/SIMULATOR.md agree. */
final class KnownFailuresTest {
    private static final Pattern SECTION = Pattern.compile("## (\\S+)");
    private static final Pattern ROW =
            Pattern.compile("\\| (.*) \\| .* \\| .* \\| .* \\| \\*\\*off\\*\\* \\|");
    private static final Pattern CLAIM =
            Pattern.compile("- \\*\\*fails\\*\\*: (.*): \\S+ \\(asked: .*");

    @Test
    void shouldListWhatFailsInTheRecordedResultsAndNothingElse() throws IOException {
        Map<String, List<String>> recorded = recorded();

        assertThat(recorded).hasSameSizeAs(Experiments.all());
        recorded.forEach(
                (experiment, failures) ->
                        assertThat(KnownFailures.of(experiment))
                                .as(experiment)
                                .containsExactlyInAnyOrderElementsOf(failures));
        assertThat(recorded.keySet()).containsAll(KnownFailures.experiments());
    }

    @Test
    void shouldExplainEveryExperimentThatFails() throws IOException {
        String document = Files.readString(docs().resolve("SIMULATOR.md"));

        assertThat(document).contains(Bound.PRINTED.toString());
        for (String experiment : KnownFailures.experiments()) {
            assertThat(document).contains("| `" + experiment + "` |");
            assertThat(document.split("## What is not reproduced", 2)[1])
                    .as("reason of what fails in %s", experiment)
                    .contains("| `" + experiment + "` |");
        }
    }

    @Test
    void shouldTellAFailureThatIsNewAndOneThatIsGone() {
        String experiment = KnownFailures.experiments().iterator().next();
        Reproduction result =
                new Reproduction(experiment).claim("the moon is near", 0.5, Bound.SAME);

        assertThat(KnownFailures.changes(result))
                .contains("fails now: the moon is near")
                .contains("holds now: " + KnownFailures.of(experiment).iterator().next());
        assertThat(result.holds()).isFalse();
    }

    private static Map<String, List<String>> recorded() throws IOException {
        Map<String, List<String>> failures = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : Files.readAllLines(docs().resolve("figures/reproductions.md"))) {
            Matcher section = SECTION.matcher(line);
            if (section.matches()) {
                current = failures.computeIfAbsent(section.group(1), none -> new ArrayList<>());
            }
            for (Pattern failing : List.of(ROW, CLAIM)) {
                Matcher matcher = failing.matcher(line);
                if (matcher.matches()) {
                    current.add(matcher.group(1));
                }
            }
        }
        return failures;
    }

    /** The docs folder; tests run in the module's folder or in the project's root. */
    private static Path docs() {
        Path here = Path.of("docs");
        return Files.isDirectory(here) ? here : Path.of("..", "docs");
    }
}
