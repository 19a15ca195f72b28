package dev.mangrove.bench.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ScanCheckTest {
    private final ScanCheck check = new ScanCheck(3, false);

    @Test
    void shouldAcceptLoadedKeysWithOthersBetween() {
        take(Keys.key(3), Keys.key(3) + 5, Keys.key(4));

        assertThat(check.faultUpTo(4)).isEmpty();
        assertThat(check.entries()).isEqualTo(3);
        assertThat(check.loadedEntries()).isEqualTo(2);
    }

    @Test
    void shouldNoticeALoadedKeyThatIsLeftOut() {
        take(Keys.key(3), Keys.key(5));

        assertThat(check.faultUpTo(5)).isEqualTo("rank 5 instead of 4");
    }

    @Test
    void shouldNoticeAnEarlyEnd() {
        take(Keys.key(3));

        assertThat(check.faultUpTo(4)).contains("ends before rank 4");
    }

    @Test
    void shouldNoticeDisorder() {
        take(Keys.key(3), Keys.key(3) + 2, Keys.key(3) + 1);

        assertThat(check.faultUpTo(3)).contains("comes after");
    }

    @Test
    void shouldAcceptAnEndByTheLimitOnly() {
        take(Keys.key(3), Keys.key(4));

        assertThat(check.faultOfLimited(2, 100)).isEmpty();
        assertThat(check.faultOfLimited(1, 100)).contains("2 entries instead of 1");
    }

    @Test
    void shouldNoticeALimitedScanThatEndsTooEarly() {
        take(Keys.key(3));

        assertThat(check.faultOfLimited(2, 4)).isEmpty();
        assertThat(check.faultOfLimited(2, 100)).contains("ends before rank 4");
    }

    private void take(long... keys) {
        for (long key : keys) {
            check.entry(key, Keys.value(key));
        }
    }
}
