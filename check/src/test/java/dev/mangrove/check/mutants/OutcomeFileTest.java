package dev.mangrove.check.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A run of mutants continues where an earlier one was stopped. */
final class OutcomeFileTest {
    private static final Mutant MUTANT =
            new Mutant(
                    "shift",
                    "index.rtree.search.WindowSearch",
                    "minX",
                    new Edit.TooLarge(1_000),
                    "spatial rstar --in-place",
                    40);

    @TempDir private Path folder;

    @Test
    void shouldReturnWhatItWasGiven() {
        Path file = folder.resolve("outcomes");
        String answer = "caught 7: \"a\\b\"\tis \u00e9\ud83c\udf33, not \u0001";
        new OutcomeFile(file).keep("a mutant", "00ff", answer);
        new OutcomeFile(file).keep("a mutant", "00fe", "survived");

        OutcomeFile again = new OutcomeFile(file);

        assertThat(again.answer("a mutant", "00ff")).isEqualTo(answer);
        assertThat(again.answer("a mutant", "00fe")).isEqualTo("survived");
        assertThat(again.answer("a mutant", "00fd")).isNull();
        assertThat(again.answer("another", "00ff")).isNull();
    }

    @Test
    void shouldPassOverTheLineOfAWriterThatDied() throws IOException {
        Path file = folder.resolve("outcomes");
        new OutcomeFile(file).keep("first", "01", "survived");
        Files.writeString(file, "{\"name\":\"second\",\"dig", StandardOpenOption.APPEND);
        new OutcomeFile(file).keep("third", "03", "survived");

        OutcomeFile again = new OutcomeFile(file);

        assertThat(again.answer("first", "01")).isEqualTo("survived");
        assertThat(again.answer("third", "03")).isEqualTo("survived");
        assertThat(Files.readAllLines(file)).hasSize(3);
    }

    @Test
    void shouldRefuseAFileInAFolderThatDoesNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OutcomeFile(folder.resolve("none").resolve("outcomes")))
                .withMessageContaining("outcomes");
    }

    @Test
    void shouldTryEachMutantOnce() throws IOException {
        Path file = folder.resolve("outcomes");
        List<String> lines = new ArrayList<>();
        MutantReport.Row first = new MutantRun(1, file, lines::add).attempt(MUTANT);
        ControlRow control = new MutantRun(1, file, lines::add).control("pages");
        List<String> kept = Files.readAllLines(file);

        MutantReport.Row second = new MutantRun(1, file, lines::add).attempt(MUTANT);
        ControlRow secondControl = new MutantRun(1, file, lines::add).control("pages");

        assertThat(first.isKnown()).isFalse();
        assertThat(second.isKnown()).isTrue();
        assertThat(second.answer()).isEqualTo(first.answer());
        assertThat(secondControl).isEqualTo(control);
        assertThat(kept).hasSize(2);
        assertThat(Files.readAllLines(file)).isEqualTo(kept);
        assertThat(lines).hasSize(4).last().asString().endsWith("(known)");
    }

    @Test
    void shouldTryAgainWhatWasGivenFewerSeedsOrHasAnotherError() {
        MutantWriter writer = new MutantWriter();
        TriedCode code = new TriedCode();
        byte[] changed = writer.changed(MUTANT);
        byte[] other = changed.clone();
        other[other.length - 1]++;

        String digest = code.digest(changed, List.of("40", "pages"));

        assertThat(new TriedCode().digest(changed, List.of("40", "pages"))).isEqualTo(digest);
        assertThat(code.digest(changed, List.of("41", "pages"))).isNotEqualTo(digest);
        assertThat(code.digest(other, List.of("40", "pages"))).isNotEqualTo(digest);
    }

    /** A process that was killed has shown nothing. */
    @Test
    void shouldNotKeepWhatIsNoAnswer() throws IOException {
        Path file = folder.resolve("outcomes");

        ControlRow control = new MutantRun(1, file, line -> {}).control("no-such-check");

        assertThat(control.isFailure()).isTrue();
        assertThat(Files.readString(file)).isEmpty();
    }
}
