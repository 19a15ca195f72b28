package dev.mangrove.server.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mangrove.AccessMode;
import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.server.fixture.Pools;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/** Forbidden uses of views: each is refused and has no effect. */
final class ViewMisuseTest {
    private static final int KEYS = 100;
    private static final int OPERATIONS = 20_000;

    @RegisterExtension final Pools pools = new Pools("shm");

    @ParameterizedTest
    @EnumSource(Design.class)
    void shouldRefuseASecondThreadWhileAnOperationIsUnderWay(Design design) {
        try (Mangrove mangrove = pools.connect(pools.start());
                OrderedIndex view = mangrove.createOrdered("keys", OrderedOptions.of(design))) {
            Map<String, ThrowingCallable> uses =
                    Map.of(
                            "get", () -> view.get(1),
                            "put", () -> view.put(1, 1),
                            "range", () -> view.range(RangeQuery.all()),
                            "close", view::close);
            List<@Nullable Throwable> ends = new ArrayList<>();
            long loaded =
                    view.bulkLoad(
                            new OneEntry(
                                    () -> uses.values().forEach(use -> ends.add(elsewhere(use)))),
                            1);
            assertThat(loaded).isEqualTo(1);
            assertThat(ends)
                    .hasSize(uses.size())
                    .allSatisfy(
                            end ->
                                    assertThat(end)
                                            .isInstanceOf(IllegalStateException.class)
                                            .hasMessageContaining("one view per thread"));
            assertThat(elsewhere(() -> view.put(2, 2))).isNull(); // Handed over, not shared.
            assertThat(view.get(2)).hasValue(2);
        }
    }

    @Test
    void shouldLeaveTheIndexSoundWhenTwoThreadsShareAView() throws InterruptedException {
        try (Mangrove mangrove = pools.connect(pools.start());
                OrderedIndex shared = mangrove.createOrdered("keys")) {
            Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                threads.add(Thread.ofPlatform().start(() -> work(shared, wrong)));
            }
            for (Thread thread : threads) {
                thread.join(Pools.PATIENCE);
            }
            assertThat(threads).noneMatch(Thread::isAlive);
            assertThat(wrong).isEmpty();
            try (OrderedIndex own = mangrove.openOrdered("keys")) {
                assertThat(own.verify().faults()).isEmpty();
                assertThat(own.put(-1, -1)).isTrue();
            }
        }
    }

    /** Executes operations; each returns a correct result or is refused. */
    private static void work(OrderedIndex shared, Queue<Throwable> wrong) {
        for (long i = 0; i < OPERATIONS; i++) {
            long key = i % KEYS;
            try {
                shared.put(key, key);
                if (shared.getOrDefault(key, -1) != key) {
                    wrong.add(new AssertionError("key " + key + " has another value"));
                }
            } catch (IllegalStateException e) {
                if (!String.valueOf(e.getMessage()).contains("one view per thread")) {
                    wrong.add(e);
                }
            } catch (RuntimeException | Error e) {
                wrong.add(e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Design.class)
    void shouldStayUsableWhenAQueryIsNull(Design design) {
        try (Mangrove mangrove = pools.connect(pools.start());
                OrderedIndex view = mangrove.createOrdered("keys", OrderedOptions.of(design))) {
            view.put(1, 2);
            assertThatThrownBy(() -> view.range(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("query");
            assertThat(view.count(0, 9)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Design.class)
    void shouldRefuseToShowAnEntryWhereThereIsNone(Design design) {
        try (Mangrove mangrove = pools.connect(pools.start());
                OrderedIndex view = mangrove.createOrdered("keys", OrderedOptions.of(design))) {
            view.put(1, 2);
            try (Cursor cursor = view.range(RangeQuery.all())) {
                assertAtNone(cursor::key);
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.value()).isEqualTo(2);
                assertThat(cursor.next()).isFalse();
                assertAtNone(cursor::key);
                assertAtNone(cursor::value);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(AccessMode.class)
    void shouldRefuseToShowAnObjectWhereThereIsNone(AccessMode access) {
        try (Mangrove mangrove = pools.connect(pools.start())) {
            mangrove.createSpatial("places").close();
            SpatialViewOptions options = SpatialViewOptions.DEFAULT.withAccess(access);
            try (SpatialIndex view = mangrove.openSpatial("places", options)) {
                view.insert(1, 2, 3);
                assertThatThrownBy(() -> view.search(0, 0, 9, 9, null, 1))
                        .isInstanceOf(NullPointerException.class)
                        .hasMessageContaining("relation");
                assertAtNoneAround(view.search(0, 0, 9, 9, Relation.INTERSECTS, 9));
                assertAtNoneAround(view.nearest(0, 0, 9));
            }
        }
    }

    private static void assertAtNoneAround(SpatialCursor cursor) {
        try (cursor) {
            assertAtNone(cursor::id);
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.minX()).isEqualTo(2);
            assertThat(cursor.next()).isFalse();
            assertAtNone(cursor::id);
            assertAtNone(cursor::distance);
        }
    }

    private static void assertAtNone(ThrowingCallable look) {
        assertThatThrownBy(look)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("next()");
    }

    private static @Nullable Throwable elsewhere(ThrowingCallable use) {
        AtomicReference<@Nullable Throwable> end = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().start(() -> end.set(catchThrowable(use)));
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return end.get();
    }

    /** One entry; an action runs while the load fetches it. */
    private static final class OneEntry implements Entries {
        private final Runnable meanwhile;
        private int at;

        OneEntry(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        @Override
        public boolean next() {
            if (at == 0) {
                meanwhile.run();
            }
            return at++ == 0;
        }

        @Override
        public long key() {
            return 7;
        }

        @Override
        public long value() {
            return 7;
        }
    }
}
