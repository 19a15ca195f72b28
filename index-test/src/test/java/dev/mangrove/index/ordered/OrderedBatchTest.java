package dev.mangrove.index.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.ServerLostException;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

/** What a batch says of its operations before and after it is applied. */
final class OrderedBatchTest {
    private final TreeMap<Long, Long> map = new TreeMap<>();

    /** Refuses one key. */
    private final MapIndex index =
            new MapIndex(map) {
                @Override
                public boolean put(long key, long value) {
                    if (key == 13) {
                        throw new ServerLostException("lost: key=" + key, null);
                    }
                    return super.put(key, value);
                }
            };

    @Test
    void shouldHaveNoResultBeforeItIsApplied() {
        OrderedBatch batch = new OrderedBatch().put(1, 2);
        assertThatThrownBy(() -> batch.result(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("apply the batch first");
        assertThatThrownBy(() -> batch.result(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(batch.failure(0)).isNull();
    }

    @Test
    void shouldReportResultsOfOperationsBehindAFailedOne() {
        OrderedBatch batch = new OrderedBatch().put(1, 2).put(13, 1).get(1).put(1, 3);
        assertThat(index.applyAll(batch)).isEqualTo(1);
        assertThat(batch.failed()).isEqualTo(1);
        assertThat(batch.result(0)).isTrue();
        assertThat(batch.failure(1)).isInstanceOf(ServerLostException.class);
        assertThatThrownBy(() -> batch.result(1)).isInstanceOf(ServerLostException.class);
        assertThat(batch.valueOrDefault(2, 0)).isEqualTo(2);
        assertThat(batch.result(3)).isFalse();
        assertThat(map).containsExactly(Map.entry(1L, 3L));
    }

    @Test
    void shouldThrowTheFirstFailureOfManyPutsAfterAllWereTried() {
        long[] keys = {1, 13, 2, 13};
        assertThatThrownBy(() -> index.putAll(keys, keys))
                .isInstanceOf(ServerLostException.class)
                .hasMessage("lost: key=13")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(map).containsOnlyKeys(1L, 2L);
    }

    @Test
    void shouldForgetFailuresWhenItIsAppliedAgainOrCleared() {
        OrderedBatch batch = new OrderedBatch().put(13, 1).get(13);
        assertThat(index.applyAll(batch)).isEqualTo(1);
        assertThat(new MapIndex(map).applyAll(batch)).isZero();
        assertThat(batch.result(0)).isTrue();
        assertThat(batch.failure(0)).isNull();
        assertThat(batch.clear().size()).isZero();
        assertThat(batch.failed()).isZero();
        assertThatThrownBy(() -> batch.put(1, 1).result(0))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldTellValuesOnlyOfGets() {
        OrderedBatch batch = new OrderedBatch().put(1, 2).get(3);
        assertThat(index.applyAll(batch)).isZero();
        assertThat(batch.valueOrDefault(1, -7)).isEqualTo(-7);
        assertThatThrownBy(() -> batch.valueOrDefault(0, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PUT");
    }

    @Test
    void shouldGrow() {
        OrderedBatch batch = new OrderedBatch();
        for (int i = 0; i < 1_000; i++) {
            batch.putIfAbsent(i % 500, i);
        }
        assertThat(index.applyAll(batch)).isZero();
        for (int i = 0; i < 1_000; i++) {
            assertThat(batch.result(i)).isEqualTo(i < 500);
        }
    }
}
