package dev.mangrove.index.btree.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** When counts of servers are exact. */
final class EntryCountsTest {
    private final EntryCounts before = counts(10, 7, 7);

    private static EntryCounts counts(long entries, long begun, long ended) {
        EntryCounts counts = new EntryCounts();
        counts.counted(1, entries, begun, ended);
        counts.counted(2, 5, 0, 0);
        return counts;
    }

    @Test
    void shouldBeStillWithoutChanges() {
        assertThat(counts(10, 7, 7).isStillSince(before)).isTrue();
    }

    @Test
    void shouldNotBeStillIfAChangeHasBegunSince() {
        assertThat(counts(10, 8, 8).isStillSince(before)).isFalse();
        assertThat(counts(11, 8, 7).isStillSince(before)).isFalse();
    }

    @Test
    void shouldNotBeStillIfAChangeWasUnderWayBefore() {
        assertThat(counts(10, 7, 7).isStillSince(counts(10, 7, 6))).isFalse();
    }

    @Test
    void shouldNotBeStillIfAServerIsLostSince() {
        EntryCounts after = new EntryCounts();
        after.counted(1, 10, 7, 7);
        assertThat(after.isStillSince(before)).isFalse();
    }

    @Test
    void shouldAddTheTreesOfAServerAndWhatLoadsHaveWritten() {
        EntryCounts counts = counts(10, 7, 7);
        counts.counted(1, 20, 1, 1);
        counts.loaded(2, 100);
        counts.loaded(3, 1000);
        assertThat(counts.entries()).isEqualTo(Map.of(1, 30L, 2, 105L));
    }

    @Test
    void shouldNotCompareAServerThatPagesMoveTo() {
        EntryCounts counts = counts(10, 7, 7);
        counts.unsettled(1);
        assertThat(counts.entries()).isEqualTo(Map.of(2, 5L));
    }
}
