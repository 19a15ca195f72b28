package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

final class KeysTest {
    @Test
    void shouldKeepLoadedKeysInTheOrderOfTheirRanks() {
        for (long rank = 0; rank < 1000; rank++) {
            long key = Keys.key(rank);

            assertThat(Keys.rank(key)).isEqualTo(rank);
            assertThat(Keys.isLoaded(key)).isTrue();
            assertThat(Keys.lastOf(rank)).isGreaterThan(key).isLessThan(Keys.key(rank + 1));
        }
    }

    @Test
    void shouldInsertEveryKeyOnceAndNoneThatIsLoaded() {
        Keys keys = new Keys(100, 3);
        Set<Long> inserted = new HashSet<>();
        for (int client = 0; client < 3; client++) {
            for (long number = 0; number < 10_000; number++) {
                long key = keys.inserted(client, number);

                assertThat(inserted.add(key)).isTrue();
                assertThat(Keys.isLoaded(key)).isFalse();
                assertThat(Keys.rank(key)).isBetween(0L, 99L);
            }
        }
    }

    @Test
    void shouldTellValuesOfOneKeyFromThoseOfAnother() {
        long key = Keys.key(5);
        long rewritten = Keys.value(key, 77);

        assertThat(Keys.fits(key, Keys.value(key), false)).isTrue();
        assertThat(Keys.fits(key, rewritten, true)).isTrue();
        assertThat(Keys.fits(key, rewritten, false)).isFalse();
        assertThat(Keys.fits(key, Keys.value(Keys.key(6)), true)).isFalse();
        assertThat(Keys.fits(key, -1, true)).isFalse();
    }

    @Test
    void shouldRefuseToLoadNothing() {
        assertThatThrownBy(() -> new Keys(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
