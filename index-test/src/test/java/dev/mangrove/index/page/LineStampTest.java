package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LineStampTest {
    private static final long LAST_VERSION = (1L << 36) - 1;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0xFF, 0x100, 0xFFFF})
    void shouldBeUpToDateWithTheHeaderItIsMadeFrom(int generation) {
        long header = header(generation, 300, 700);
        for (int taken = 0; taken < 8; taken++) {
            long stamp = LineStamp.first(header, taken);
            assertThat(LineStamp.taken(stamp)).isEqualTo(taken);
            assertThat(LineStamp.isCurrent(stamp, header)).isTrue();
            assertThat(LineStamp.agrees(stamp, header)).isTrue();
        }
    }

    @Test
    void shouldChangeWithEveryChangeOfTheLine() {
        long header = header(3, 0, 0);
        long stamp = LineStamp.first(header, 0);
        long next = LineStamp.next(LineStamp.next(stamp, 1), 0);
        assertThat(LineStamp.taken(next)).isZero();
        assertThat(next).isNotEqualTo(stamp);
        assertThat(LineStamp.next(stamp, 0, header)).isNotEqualTo(stamp);
    }

    @Test
    void shouldKeepCountsAndSlotsWhenVersionsStartAgain() {
        long header = header(0xFFFF, 0xFF, 0xFF);
        long last = LineStamp.first(header, 5) | (LAST_VERSION << 4);
        assertThat(LineStamp.next(last, 5)).isEqualTo(LineStamp.first(header, 5));
        assertThat(LineStamp.next(last, 2, header)).isEqualTo(LineStamp.first(header, 2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 254, 255, 256, 1000})
    void shouldAgreeWithTheHeadersItMayMeetAndNoOthers(int count) {
        long header = header(9, count, count);
        for (int merges = -2; merges <= 2; merges++) {
            for (int splits = -2; splits <= 2; splits++) {
                long line =
                        LineStamp.first(header(9, count + 256 + merges, count + 256 + splits), 7);
                boolean current = merges == 0 && splits == 0;
                boolean filledAhead = merges == 1 && splits == 0;
                boolean notSwept = merges == 0 && splits == -1;
                assertThat(LineStamp.agrees(line, header))
                        .as("merges %d, splits %d", merges, splits)
                        .isEqualTo(current || filledAhead || notSwept);
                assertThat(LineStamp.isCurrent(line, header)).isEqualTo(current);
            }
        }
    }

    @Test
    void shouldNotAgreeWithAnotherGeneration() {
        long line = LineStamp.first(header(0xFF, 4, 4), 1);
        assertThat(LineStamp.agrees(line, header(0x100, 4, 4))).isFalse();
        assertThat(LineStamp.agrees(line, header(0xFE, 4, 4))).isFalse();
        assertThat(LineStamp.isCurrent(line, header(0x100, 4, 4))).isFalse();
    }

    private static long header(int generation, int merges, int splits) {
        long stamp = HeaderStamp.first(generation, true);
        for (int i = 0; i < merges; i++) {
            stamp = HeaderStamp.withNextMerge(stamp);
        }
        for (int i = 0; i < splits; i++) {
            stamp = HeaderStamp.afterSplit(stamp);
        }
        return stamp;
    }
}
