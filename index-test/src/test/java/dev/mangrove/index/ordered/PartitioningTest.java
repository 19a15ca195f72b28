package dev.mangrove.index.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

final class PartitioningTest {
    @Test
    void shouldGiveEachLightShareAKey() {
        assertThat(Partitioning.byKey(0, 10, 1, 1e-9, 1e-9, 1).bounds())
                .containsExactly(4L, 5L, 6L);
        assertThat(Partitioning.byKey(-10, -6, 1e-9, 1e-9, 1e-9, 1).bounds())
                .containsExactly(-9L, -8L, -7L);
    }

    @Test
    void shouldLeaveAKeyForEachShareAfterAHeavyOne() {
        assertThat(Partitioning.byKey(0, 4, 1, 1e-9, 1e-9, 1e-9).bounds())
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldRefuseMoreSharesThanKeys() {
        assertThatThrownBy(() -> Partitioning.byKey(0, 3, 1, 1, 1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("fewer keys than shares: from=0, to=3, shares=4");
    }

    @Test
    void shouldRefuseBoundsThatDoNotAscend() {
        assertThatThrownBy(() -> Partitioning.byBounds(1, 5, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[1, 5, 5]");
    }

    @Test
    void shouldCutAllHashes() {
        List<Long> bounds = Partitioning.byHash(1, 1, 2).bounds();
        assertThat(bounds).containsExactly(Long.MIN_VALUE / 2, 0L);
    }
}
