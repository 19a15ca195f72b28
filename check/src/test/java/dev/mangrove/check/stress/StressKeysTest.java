package dev.mangrove.check.stress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.Set;

final class StressKeysTest {
    private static final int ROUNDS = 40;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 32})
    void shouldKnowTheRoundOfEachKey(int shares) {
        StressKeys keys = new StressKeys(shares);
        Set<Long> seen = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (int rank = 0; rank < keys.perRound(); rank++) {
                long key = keys.key(round, rank);
                assertThat(seen.add(key)).as("round %d, rank %d", round, rank).isTrue();
                assertThat(keys.round(key)).isEqualTo(round);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 32})
    void shouldHaveNoOtherKeysBetweenThoseOfARoundInAShare(int shares) {
        StressKeys keys = new StressKeys(shares);
        for (int first = 0; first < keys.perRound(); first += keys.perShare()) {
            int last = first + keys.perShare() - 1;
            assertThat(keys.key(7, last) - keys.key(7, first)).isEqualTo(keys.perShare() - 1);
            assertThat(keys.key(8, first)).isEqualTo(keys.key(7, last) + 1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, Long.MAX_VALUE})
    void shouldKnowKeysThatAreNone(long key) {
        assertThat(new StressKeys(2).round(key)).isEqualTo(-1);
    }
}
