package dev.mangrove.check.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class JournalTest {
    private static final long ROOM = 1 << 16;

    @TempDir private Path folder;

    @Test
    void shouldTellWhatWasWritten() throws IOException {
        long before = System.nanoTime();
        try (JournalWriter writer = new JournalWriter(file(), 7, ROOM)) {
            writer.invoke(JournalKind.REPLACE, 11, 22, 33);
            writer.answer(Answer.NO, 0);
            writer.invoke(JournalKind.GET, 12, 0, 0);
            writer.answer(Answer.VALUE, 44);
        }
        try (JournalReader reader = new JournalReader(file())) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.writer()).isEqualTo(7);
            assertThat(reader.kind()).isEqualTo(JournalKind.REPLACE);
            assertThat(reader.key()).isEqualTo(11);
            assertThat(reader.argument()).isEqualTo(22);
            assertThat(reader.expected()).isEqualTo(33);
            assertThat(reader.answer()).isEqualTo(Answer.NO);
            assertThat(reader.invoked()).isBetween(before, reader.responded());
            assertThat(reader.next()).isTrue();
            assertThat(reader.observed()).isEqualTo(44);
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void shouldKnowAnOperationThatWasNeverAnswered() throws IOException {
        try (JournalWriter writer = new JournalWriter(file(), 7, ROOM)) {
            writer.invoke(JournalKind.PUT, 1, 2, 0);
            try (JournalReader reader = new JournalReader(file())) {
                assertThat(reader.next()).isTrue();
                assertThat(reader.kind()).isEqualTo(JournalKind.PUT);
                assertThat(reader.answer()).isEqualTo(Answer.NONE);
                assertThat(reader.next()).isFalse();
            }
        }
    }

    @Test
    void shouldGoOnBehindTheEntriesOfARange() throws IOException {
        try (JournalWriter writer = new JournalWriter(file(), 7, ROOM)) {
            writer.invoke(JournalKind.RANGE, 0, 9, ~5L);
            writer.answerEntries(new long[] {4, 40, 3, 30}, 2);
            writer.invoke(JournalKind.RANGE, 0, 9, 5);
            writer.invoke(JournalKind.DELETE, 3, 0, 0);
            writer.answer(Answer.YES, 0);
        }
        try (JournalReader reader = new JournalReader(file())) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.entries()).isEqualTo(2);
            assertThat(reader.entryKey(1)).isEqualTo(3);
            assertThat(reader.entryValue(1)).isEqualTo(30);
            assertThat(reader.next()).isTrue();
            assertThat(reader.entries()).as("of one that was not answered").isZero();
            assertThat(reader.next()).isTrue();
            assertThat(reader.kind()).isEqualTo(JournalKind.DELETE);
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void shouldSayThatItIsFull() throws IOException {
        long room = JournalLayout.HEADER_BYTES + JournalLayout.RECORD_BYTES;
        try (JournalWriter writer = new JournalWriter(file(), 7, room)) {
            writer.invoke(JournalKind.GET, 1, 0, 0);

            assertThatThrownBy(() -> writer.invoke(JournalKind.GET, 2, 0, 0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("full");
        }
    }

    @Test
    void shouldFindNothingInAJournalThatWasNotBegun() throws IOException {
        Files.write(file(), new byte[128]);
        try (JournalReader reader = new JournalReader(file())) {
            assertThat(reader.next()).isFalse();
        }
    }

    private Path file() {
        return folder.resolve("journal");
    }
}
