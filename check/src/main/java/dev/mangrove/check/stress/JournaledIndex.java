package dev.mangrove.check.stress;

import dev.mangrove.check.history.RangeHistory;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import java.util.Arrays;
import java.util.OptionalLong;

/** A view of an index that records each operation in a journal before and after it. */
final class JournaledIndex {
    private static final int ENDLESS = 1_000_000;

    private final OrderedIndex index;
    private final JournalWriter journal;
    private long[] entries = new long[256];

    JournaledIndex(OrderedIndex index, JournalWriter journal) {
        this.index = index;
        this.journal = journal;
    }

    OptionalLong get(long key) {
        journal.invoke(JournalKind.GET, key, 0, 0);
        OptionalLong value = index.get(key);
        journal.answer(value.isPresent() ? Answer.VALUE : Answer.ABSENT, value.orElse(0));
        return value;
    }

    boolean put(long key, long value) {
        journal.invoke(JournalKind.PUT, key, value, 0);
        return answer(index.put(key, value));
    }

    boolean putIfAbsent(long key, long value) {
        journal.invoke(JournalKind.PUT_IF_ABSENT, key, value, 0);
        return answer(index.putIfAbsent(key, value));
    }

    boolean replace(long key, long expected, long value) {
        journal.invoke(JournalKind.REPLACE, key, value, expected);
        return answer(index.replace(key, expected, value));
    }

    boolean delete(long key) {
        journal.invoke(JournalKind.DELETE, key, 0, 0);
        return answer(index.delete(key));
    }

    boolean delete(long key, long expected) {
        journal.invoke(JournalKind.DELETE_IF_EQUAL, key, 0, expected);
        return answer(index.delete(key, expected));
    }

    /**
     * Reads a range, or its beginning.
     *
     * @param most number of entries after which to close the range
     * @return number of entries
     */
    int range(RangeQuery query, int most) {
        int limit = (int) Math.min(most, Math.min(query.limit(), RangeHistory.NO_LIMIT));
        journal.invoke(
                JournalKind.RANGE, query.from(), query.to(), query.descending() ? ~limit : limit);
        int count = 0;
        try (Cursor cursor = index.range(query)) {
            while (count < most && cursor.next()) {
                add(count++, cursor.key(), cursor.value());
            }
        }
        journal.answerEntries(entries, count);
        return count;
    }

    private void add(int entry, long key, long value) {
        if (entry == ENDLESS) {
            throw new IllegalStateException("a range has more than " + ENDLESS + " entries");
        }
        if (2 * entry == entries.length) {
            entries = Arrays.copyOf(entries, 2 * entries.length);
        }
        entries[2 * entry] = key;
        entries[2 * entry + 1] = value;
    }

    private boolean answer(boolean holds) {
        journal.answer(holds ? Answer.YES : Answer.NO, 0);
        return holds;
    }
}
