package dev.mangrove.index.btree.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mangrove.index.ordered.Partitioning;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

final class SharesTest {
    private static final int KEYS = 100_000;

    @Test
    void shouldPutAKeyWhereItsBoundsAre() {
        Shares shares = new Shares(new Partitioning(false, List.of(-10L, 0L, 10L)));
        assertThat(shares.count()).isEqualTo(4);
        assertThat(shares.isHashed()).isFalse();
        for (long key : new long[] {Long.MIN_VALUE, -11, -10, -1, 0, 9, 10, Long.MAX_VALUE}) {
            int share = shares.of(key);
            assertThat(key).isBetween(shares.first(share), shares.last(share));
        }
        assertThat(shares.first(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(shares.last(3)).isEqualTo(Long.MAX_VALUE);
        for (int share = 1; share < 4; share++) {
            assertThat(shares.first(share)).isEqualTo(shares.last(share - 1) + 1);
        }
    }

    @Test
    void shouldHaveOneShareOfAllKeys() {
        assertThat(Shares.WHOLE.count()).isEqualTo(1);
        assertThat(Shares.WHOLE.of(Long.MIN_VALUE)).isZero();
        assertThat(Shares.WHOLE.of(Long.MAX_VALUE)).isZero();
        assertThat(Shares.WHOLE.first(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(Shares.WHOLE.last(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldShareKeysInProportionToWeights() {
        Shares shares = new Shares(Partitioning.byKey(0, 1000, 1, 3, 6));
        assertThat(shares.first(1)).isEqualTo(100);
        assertThat(shares.first(2)).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 64, 4096, 1L << 32, 1L << 40})
    void shouldSpreadHashedKeysInProportionToWeights(long step) {
        double[] weights = {1, 1, 2, 4};
        Shares shares = new Shares(Partitioning.byHash(weights));
        int[] counts = new int[weights.length];
        for (long i = 0; i < KEYS; i++) {
            counts[shares.of(i * step)]++;
        }
        for (int share = 0; share < weights.length; share++) {
            assertThat(counts[share] / (double) KEYS)
                    .as("share %d", share)
                    .isCloseTo(weights[share] / 8, within(0.01));
        }
    }

    @Test
    void shouldHaveOneShareByHash() {
        Shares shares = new Shares(Partitioning.byHash(1));
        assertThat(shares.count()).isEqualTo(1);
        assertThat(shares.of(123)).isZero();
    }
}
