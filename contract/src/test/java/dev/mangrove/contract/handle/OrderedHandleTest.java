package dev.mangrove.contract.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.IndexNotFoundException;
import dev.mangrove.Mangrove;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedMap;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.ClientAccess;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class OrderedHandleTest {
    private static final int THREADS = 1_000;
    private static final int KEYS = TestSize.FULL ? 40 : 10;
    private static final int MOST_VIEWS = 64;

    private Mangrove mangrove;

    @BeforeEach
    void start() {
        mangrove = Mangrove.embedded(256L << 20);
    }

    @AfterEach
    void end() {
        mangrove.close();
    }

    /** At small size one design whose server writes pages, and one whose clients do. */
    static Set<Design> designs() {
        return TestSize.FULL
                ? EnumSet.allOf(Design.class)
                : EnumSet.of(Design.COARSE, Design.SHERMAN);
    }

    @ParameterizedTest
    @MethodSource("designs")
    void shouldServeAThousandVirtualThreadsByFewConnections(Design design) throws Exception {
        try (OrderedIndex index = mangrove.ordered("all", OrderedOptions.of(design));
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                long first = (long) i * KEYS;
                futures.add(executor.submit(() -> putAndGet(index, first)));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            assertThat(index.count(0, (long) THREADS * KEYS)).isEqualTo((long) THREADS * KEYS);
            assertThat(index.verify().faults()).isEmpty();
            // Besides the views: the sessions of the client, of a keeper and of this question.
            assertThat(ClientAccess.of(mangrove).status(0).connections())
                    .isLessThanOrEqualTo(MOST_VIEWS + 3);
        }
    }

    private static void putAndGet(OrderedIndex index, long first) {
        for (long key = first; key < first + KEYS; key++) {
            assertThat(index.put(key, ~key)).isTrue();
            assertThat(index.get(key)).hasValue(~key);
        }
    }

    @Test
    void shouldLoseNoIncrementOfAMapThatAllThreadsShare() throws Exception {
        try (OrderedIndex index = mangrove.ordered("counters");
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            OrderedMap map = index.asMap();
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                futures.add(executor.submit(() -> map.merge(7L, 1L, Long::sum)));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            assertThat(index.get(7)).hasValue(THREADS);
        }
    }

    @Test
    void shouldHaveSeveralCursorsAndOperationsAtOnce() {
        try (OrderedIndex index = mangrove.ordered("cursors")) {
            index.put(1, 10);
            index.put(2, 20);
            try (Cursor first = index.range(RangeQuery.all());
                    Cursor second = index.range(RangeQuery.all().reversed())) {
                assertThat(first.next()).isTrue();
                assertThat(second.next()).isTrue();
                assertThat(index.put(3, 30)).isTrue();
                assertThat(first.key()).isEqualTo(1);
                assertThat(second.key()).isEqualTo(2);
            }
        }
    }

    @Test
    void shouldGiveTheViewBackAtTheEndOfACursorThatIsNeverClosed() {
        try (OrderedIndex index = mangrove.ordered("cursors")) {
            index.put(1, 10);
            for (int i = 0; i < 2 * MOST_VIEWS; i++) {
                Cursor cursor = index.range(RangeQuery.all());
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.next()).isFalse();
                assertThat(cursor.next()).as("once more").isFalse();
                assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
            }
            assertThat(ClientAccess.of(mangrove).status(0).connections()).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void shouldNotLeadToALaterIndexOfTheSameName() {
        try (OrderedIndex old = mangrove.ordered("name")) {
            old.put(1, 1);
            mangrove.drop("name");
            try (OrderedIndex later = mangrove.ordered("name")) {
                assertThat(later.get(1)).isEmpty();
                assertThatThrownBy(
                                () -> {
                                    for (int i = 0; i < 2_000; i++) {
                                        old.put(i, i);
                                    }
                                })
                        .isInstanceOf(IndexNotFoundException.class);
                assertThat(later.count(0, Long.MAX_VALUE)).isZero();
            }
        }
    }

    @Test
    void shouldRefuseUseAfterItsEnd() {
        OrderedIndex index = mangrove.ordered("closed");
        Cursor cursor = index.range(RangeQuery.all());
        index.close();
        index.close();
        assertThatThrownBy(() -> index.put(1, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(cursor::next).isInstanceOf(IllegalStateException.class);
        assertThat(ClientAccess.of(mangrove).status(0).connections())
                .as("views are closed")
                .isLessThanOrEqualTo(3);
    }
}
