package dev.mangrove.check.stress;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.Verification;
import dev.mangrove.index.ordered.ViewOptions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The final check of the index, after all clients have ended: it verifies the tree, reads every key
 * by gets and ranges, and deletes all keys, which shows that no latch stays taken. It records its
 * reads in a journal like those of clients.
 */
final class StressFinish {
    private static final int WRITER = 0;
    private static final long BYTES_PER_KEY = 512;
    private static final long SPARE_BYTES = 1 << 20;

    private final StressKeys keys;
    private final int rounds;
    private final StressTally tally;
    private Verification found = new Verification(0, 0, 0, List.of());
    private int height;
    private boolean sound;

    StressFinish(StressKeys keys, int rounds, StressTally tally) {
        this.keys = keys;
        this.rounds = rounds;
        this.tally = tally;
    }

    /** Executes the check. */
    void run(String pool, Path journal) {
        long bytes = SPARE_BYTES + BYTES_PER_KEY * rounds * keys.perRound();
        try (JournalWriter writer = new JournalWriter(journal, WRITER, bytes);
                Mangrove mangrove = Mangrove.connect(pool);
                OrderedIndex index = mangrove.openOrdered(ClientTask.INDEX, ViewOptions.DEFAULT)) {
            found = verify(index);
            height = index.statistics().height();
            sound = found.isGood();
            JournaledIndex journaled = new JournaledIndex(index, writer);
            readAll(journaled, index);
            deleteAll(journaled, index);
        } catch (IOException | RuntimeException e) {
            sound = false;
            tally.violation("the final check failed: " + e);
        }
    }

    /** The verification after all clients had ended. */
    Verification found() {
        return found;
    }

    int height() {
        return height;
    }

    /** Whether every verification found the tree sound. */
    boolean isSound() {
        return sound;
    }

    private Verification verify(OrderedIndex index) {
        Verification verification = index.verify().whole();
        verification.faults().forEach(fault -> tally.violation("verify: " + fault));
        sound &= verification.isGood();
        return verification;
    }

    private void readAll(JournaledIndex journaled, OrderedIndex index) {
        for (int round = 0; round < rounds; round++) {
            for (int rank = 0; rank < keys.perRound(); rank++) {
                var _ = journaled.get(keys.key(round, rank));
            }
            for (int rank = 0; rank < keys.perRound(); rank += keys.perShare()) {
                long last = keys.key(round, rank + keys.perShare() - 1);
                RangeQuery query = RangeQuery.between(keys.key(round, rank), last);
                int _ = journaled.range(query, Integer.MAX_VALUE);
                int _ = journaled.range(query.reversed(), Integer.MAX_VALUE);
            }
        }
        long up = scan(index, RangeQuery.all());
        long down = scan(index, RangeQuery.all().reversed());
        long counted = index.count(Long.MIN_VALUE, Long.MAX_VALUE);
        if (up != down || up != counted || up != found.entries()) {
            tally.violation(
                    "counts differ without other clients: ascending=%d, descending=%d, counted=%d, verified=%d"
                            .formatted(up, down, counted, found.entries()));
        }
    }

    private static long scan(OrderedIndex index, RangeQuery query) {
        long entries = 0;
        try (Cursor cursor = index.range(query)) {
            while (cursor.next()) {
                entries++;
            }
        }
        return entries;
    }

    private void deleteAll(JournaledIndex journaled, OrderedIndex index) {
        for (int round = 0; round < rounds; round++) {
            for (int rank = 0; rank < keys.perRound(); rank++) {
                boolean _ = journaled.delete(keys.key(round, rank));
            }
        }
        long left = verify(index).entries();
        if (left != 0) {
            tally.violation("all keys were deleted, but the tree has " + left);
        }
    }
}
