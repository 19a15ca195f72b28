package dev.mangrove.index.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeaderStampTest {
    private static final int MOST_SPLITS = 1 << 24;
    private static final int MOST_MERGES = 1 << 16;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 0x7FFF, 0x8000, 0xFFFF})
    void shouldKeepTheGenerationWhateverElseChanges(int generation) {
        long stamp = HeaderStamp.first(generation, true);
        stamp = HeaderStamp.afterSplit(stamp);
        stamp = HeaderStamp.afterMerge(stamp, true);
        stamp = HeaderStamp.withNextMerge(stamp);
        assertThat(HeaderStamp.generation(stamp)).isEqualTo(generation);
        assertThat(HeaderStamp.generation(HeaderStamp.dead(stamp))).isEqualTo(generation);
        assertThat(HeaderStamp.generation(HeaderStamp.free(generation))).isEqualTo(generation);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0xFFFF})
    void shouldCountSplitsUntilTheyStartAgain(int generation) {
        long first = HeaderStamp.first(generation, false);
        long stamp = first;
        for (int i = 0; i < MOST_SPLITS; i++) {
            if (HeaderStamp.splits(stamp) != (i & 0xFF)) {
                assertThat(HeaderStamp.splits(stamp)).isEqualTo(i & 0xFF);
            }
            stamp = HeaderStamp.afterSplit(stamp);
        }
        assertThat(stamp).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCountMergesUntilTheyStartAgain(boolean unbounded) {
        long first = HeaderStamp.first(0xFFFF, unbounded);
        long stamp = first;
        for (int i = 0; i < MOST_MERGES; i++) {
            assertThat(HeaderStamp.merges(stamp)).isEqualTo(i & 0xFF);
            stamp = HeaderStamp.withNextMerge(stamp);
        }
        assertThat(stamp).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldUseTheHalvesInTurn(boolean unbounded) {
        long stamp = HeaderStamp.first(1, unbounded);
        assertThat(HeaderStamp.usesSecondHalf(stamp)).isFalse();
        assertThat(HeaderStamp.isUnbounded(stamp)).isEqualTo(unbounded);
        long split = HeaderStamp.afterSplit(stamp);
        assertThat(HeaderStamp.usesSecondHalf(split)).isTrue();
        assertThat(HeaderStamp.isUnbounded(split)).isFalse();
        long merged = HeaderStamp.afterMerge(split, !unbounded);
        assertThat(HeaderStamp.usesSecondHalf(merged)).isFalse();
        assertThat(HeaderStamp.isUnbounded(merged)).isEqualTo(!unbounded);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldStayInItsHalfWhenAMergeCameToNothing(boolean unbounded) {
        long stamp = HeaderStamp.afterMerge(HeaderStamp.first(1, false), unbounded);
        long next = HeaderStamp.withNextMerge(stamp);
        assertThat(HeaderStamp.usesSecondHalf(next)).isTrue();
        assertThat(HeaderStamp.isUnbounded(next)).isEqualTo(unbounded);
        assertThat(HeaderStamp.merges(next)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0xFFFF})
    void shouldBeDeadOnlyOnceKilledOrFree(int generation) {
        long stamp = HeaderStamp.afterSplit(HeaderStamp.first(generation, true));
        assertThat(HeaderStamp.isDead(stamp)).isFalse();
        assertThat(HeaderStamp.isDead(HeaderStamp.dead(stamp))).isTrue();
        assertThat(HeaderStamp.isDead(HeaderStamp.free(generation))).isTrue();
    }
}
