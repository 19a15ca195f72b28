package dev.mangrove.check.stress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Journals of two correct clients, and of faulty ones. */
final class PieceCheckTest {
    private static final long ROOM = 1 << 16;
    private static final StressKeys KEYS = new StressKeys(2);
    private static final long KEY = KEYS.key(0, 3);
    private static final long NEXT = KEYS.key(0, 4);

    @TempDir private Path folder;
    private final StressTally tally = new StressTally();
    private final Pieces pieces = new Pieces(KEYS, 2, tally);
    private int writers;

    @Test
    void shouldBeContentWithWhatIsRight() {
        journal(
                writer -> {
                    put(writer, KEY, 1, Answer.YES);
                    put(writer, KEY, 2, Answer.NO);
                });
        journal(
                writer -> {
                    writer.invoke(JournalKind.REPLACE, KEY, 3, 2);
                    writer.answer(Answer.YES, 0);
                    range(writer, KEY, 3);
                    writer.invoke(JournalKind.DELETE, KEY, 0, 0);
                    writer.answer(Answer.YES, 0);
                    get(writer, KEY, Answer.ABSENT, 0);
                });

        assertThat(violations()).isEmpty();
        assertThat(pieces.operations()).isEqualTo(6);
        assertThat(pieces.unanswered()).isZero();
    }

    @Test
    void shouldCatchAnAcknowledgedWriteThatIsLost() {
        journal(writer -> put(writer, KEY, 1, Answer.YES));
        journal(writer -> get(writer, KEY, Answer.ABSENT, 0));

        assertThat(violations()).singleElement().asString().contains("no order of effects");
    }

    @Test
    void shouldCatchAnAcknowledgedWriteThatAnOlderOneHasReplaced() {
        journal(
                writer -> {
                    put(writer, KEY, 1, Answer.YES);
                    put(writer, KEY, 2, Answer.NO);
                });
        journal(writer -> get(writer, KEY, Answer.VALUE, 1));

        assertThat(violations()).isNotEmpty();
    }

    @Test
    void shouldExcuseAWriteThatWasNotAcknowledged() {
        journal(writer -> writer.invoke(JournalKind.PUT, KEY, 1, 0));
        journal(
                writer -> {
                    get(writer, KEY, Answer.ABSENT, 0);
                    get(writer, KEY, Answer.VALUE, 1);
                    get(writer, NEXT, Answer.ABSENT, 0);
                });

        assertThat(violations()).isEmpty();
        assertThat(pieces.unanswered()).isEqualTo(1);
        assertThat(pieces.journalsWithUnanswered()).isEqualTo(1);
    }

    @Test
    void shouldCatchAWriteThatWasNotAcknowledgedAndComesAndGoes() {
        journal(writer -> writer.invoke(JournalKind.PUT, KEY, 1, 0));
        journal(
                writer -> {
                    get(writer, KEY, Answer.VALUE, 1);
                    get(writer, KEY, Answer.ABSENT, 0);
                });

        assertThat(violations()).isNotEmpty();
    }

    @Test
    void shouldCatchARangeThatLeavesAKeyOut() {
        journal(
                writer -> {
                    put(writer, KEY, 1, Answer.YES);
                    put(writer, NEXT, 2, Answer.YES);
                    range(writer, NEXT, 2);
                });

        assertThat(violations()).singleElement().asString().contains("NOTHING_MISSING");
    }

    @Test
    void shouldKeepRoundsApart() {
        long later = KEYS.key(1, 3);
        journal(writer -> put(writer, KEY, 1, Answer.YES));
        journal(writer -> get(writer, later, Answer.ABSENT, 0));

        assertThat(violations()).isEmpty();
        assertThat(pieces.all()).allMatch(piece -> piece.history().size() == 1);
    }

    private static void put(JournalWriter writer, long key, long value, Answer answer) {
        writer.invoke(JournalKind.PUT, key, value, 0);
        writer.answer(answer, 0);
    }

    private static void get(JournalWriter writer, long key, Answer answer, long value) {
        writer.invoke(JournalKind.GET, key, 0, 0);
        writer.answer(answer, value);
    }

    /** Records a range over both keys that returns one. */
    private static void range(JournalWriter writer, long key, long value) {
        writer.invoke(JournalKind.RANGE, KEY, NEXT, Integer.MAX_VALUE);
        writer.answerEntries(new long[] {key, value}, 1);
    }

    private void journal(Consumer<JournalWriter> content) {
        Path file = folder.resolve("journal-" + ++writers);
        try (JournalWriter writer = new JournalWriter(file, writers, ROOM)) {
            content.accept(writer);
            pieces.add(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> violations() {
        List<String> all = new ArrayList<>(tally.violations());
        pieces.all().forEach(piece -> all.addAll(PieceCheck.of(piece).violations()));
        return all;
    }
}
