package dev.mangrove.check.stress;

import dev.mangrove.check.history.History;
import dev.mangrove.check.history.RangeHistory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Converts journals to histories, one per round: no operation concerns keys of two rounds. */
final class Pieces {
    /**
     * Upper limit of an operation's duration: above all pauses that can hit it and clients it waits
     * for.
     */
    private static final long LONGEST_NANOS = 25_000_000_000L;

    /**
     * The operations on the keys of one round.
     *
     * @param history operations on single keys
     * @param ranges answered ranges
     */
    record Piece(History history, RangeHistory ranges) {}

    private final StressKeys keys;
    private final StressTally tally;
    private final List<Piece> all = new ArrayList<>();
    private long operations;
    private long unanswered;
    private int journalsWithUnanswered;

    /** Creates empty histories. */
    Pieces(StressKeys keys, int rounds, StressTally tally) {
        this.keys = keys;
        this.tally = tally;
        for (int i = 0; i < rounds; i++) {
            all.add(new Piece(new History(1024), new RangeHistory(128, 4096)));
        }
    }

    /** Adds all operations of a journal. */
    void add(Path journal) throws IOException {
        try (JournalReader reader = new JournalReader(journal)) {
            boolean answered = true;
            while (reader.next()) {
                add(reader);
                operations++;
                answered = reader.answer() != Answer.NONE;
                unanswered += answered ? 0 : 1;
            }
            journalsWithUnanswered += answered ? 0 : 1;
        }
    }

    private void add(JournalReader reader) {
        Piece piece = all.get(keys.round(reader.key()));
        long nanos = reader.responded() - reader.invoked();
        if (reader.answer() != Answer.NONE && nanos > LONGEST_NANOS) {
            tally.violation(
                    "thread %d: %s %d took %d ms"
                            .formatted(
                                    reader.writer(),
                                    reader.kind(),
                                    reader.key(),
                                    nanos / 1_000_000));
        }
        if (reader.kind() == JournalKind.RANGE) {
            addRange(piece.ranges(), reader);
        } else {
            addOperation(piece.history(), reader);
        }
    }

    private static void addRange(RangeHistory ranges, JournalReader reader) {
        if (reader.answer() == Answer.NONE) {
            return;
        }
        for (int i = 0; i < reader.entries(); i++) {
            ranges.entry(reader.entryKey(i), reader.entryValue(i));
        }
        int writer = reader.writer();
        long limit = reader.expected();
        if (limit < 0) {
            ranges.descending(
                    writer,
                    reader.key(),
                    reader.argument(),
                    (int) ~limit,
                    reader.invoked(),
                    reader.responded());
        } else {
            ranges.ascending(
                    writer,
                    reader.key(),
                    reader.argument(),
                    (int) limit,
                    reader.invoked(),
                    reader.responded());
        }
    }

    private static void addOperation(History history, JournalReader reader) {
        int op = invoke(history, reader);
        long time = reader.responded();
        switch (reader.answer()) {
            case NONE -> {
                // Without an answer, the outcome stays unknown.
            }
            case VALUE -> history.found(op, reader.observed(), time);
            case ABSENT -> history.foundAbsent(op, time);
            case NO -> {
                if (reader.kind() == JournalKind.PUT) {
                    history.succeeded(op, time);
                } else {
                    history.refused(op, time);
                }
            }
            case YES -> {
                if (reader.kind() == JournalKind.PUT) {
                    history.foundAbsent(op, time);
                } else {
                    history.succeeded(op, time);
                }
            }
            case ENTRIES -> throw new IllegalStateException("entries of a " + reader.kind());
        }
    }

    /** A put that found the key present, without its value, is recorded as a put if present. */
    private static int invoke(History history, JournalReader reader) {
        int writer = reader.writer();
        long key = reader.key();
        long value = reader.argument();
        long time = reader.invoked();
        return switch (reader.kind()) {
            case GET -> history.invokeGet(writer, key, time);
            case PUT ->
                    reader.answer() == Answer.NO
                            ? history.invokePutIfPresent(writer, key, value, time)
                            : history.invokePut(writer, key, value, time);
            case PUT_IF_ABSENT -> history.invokePutIfAbsent(writer, key, value, time);
            case REPLACE -> history.invokeReplace(writer, key, reader.expected(), value, time);
            case DELETE -> history.invokeDelete(writer, key, time);
            case DELETE_IF_EQUAL ->
                    history.invokeDeleteIfEqual(writer, key, reader.expected(), time);
            case RANGE -> throw new IllegalStateException("a range is not about one key");
        };
    }

    List<Piece> all() {
        return all;
    }

    /** Number of operations. */
    long operations() {
        return operations;
    }

    /** Number of operations without an answer. */
    long unanswered() {
        return unanswered;
    }

    /** Number of threads that ended within an operation. */
    int journalsWithUnanswered() {
        return journalsWithUnanswered;
    }
}
