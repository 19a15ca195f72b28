package dev.mangrove.server.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mangrove.AccessMode;
import dev.mangrove.IndexNotFoundException;
import dev.mangrove.Mangrove;
import dev.mangrove.MemoryExhaustedException;
import dev.mangrove.OutcomeUnknownException;
import dev.mangrove.ServerLostException;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedBatch;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.fixture.ServerMain;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The exception of every public operation, in every state in which it must fail. */
@OnEveryFabric
final class FailureFamilyTest {
    private static final Duration LOSS_IS_KNOWN = Duration.ofSeconds(2);
    private static final int KEYS = 200;

    @RegisterExtension final Pools pools;

    FailureFamilyTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldSayThatTheServerIsLostWhenItWasKilled() {
        pools.skipAtSmallSizeUnlessOn("shm");
        try (ChildJvm server = ChildJvm.start(ServerMain.class, pools.location().toString())) {
            URI uri = URI.create(server.readLine());
            Mangrove mangrove = pools.connect(uri);
            Map<String, ThrowingCallable> uses = usesOfViews(mangrove);
            uses.putAll(usesOfClient(mangrove));
            server.signal("KILL");
            Pools.sleepInSteps(LOSS_IS_KNOWN);
            uses.forEach(
                    (name, use) -> {
                        Throwable end = catchThrowable(use);
                        Throwable reason =
                                end instanceof OutcomeUnknownException ? end.getCause() : end;
                        assertThat(reason)
                                .as(name)
                                .isInstanceOf(ServerLostException.class)
                                .message()
                                .containsAnyOf("server 0", uri.getSchemeSpecificPart());
                    });
            mangrove.close();
        }
    }

    @Test
    void shouldSayThatTheIndexIsNotThereWhenItWasDropped() {
        try (Mangrove mangrove = pools.connect(pools.start());
                Mangrove other = pools.connect(URI.create(mangrove.reachedAt(0) + ""))) {
            Map<String, ThrowingCallable> uses = usesOfViews(mangrove);
            ClientAccess.of(other).indexes().forEach(index -> other.drop(index.name()));
            uses.forEach(
                    (name, use) -> {
                        pools.until(() -> catchThrowable(use) != null);
                        assertThat(catchThrowable(use))
                                .as(name)
                                .isInstanceOf(IndexNotFoundException.class)
                                .hasMessageContaining("dropped")
                                .hasMessageContaining("index ");
                    });
        }
    }

    @Test
    void shouldSayThatItIsClosedWhenTheViewWasClosed() {
        try (Mangrove mangrove = pools.connect(pools.start())) {
            OrderedIndex keys = mangrove.createOrdered("keys");
            SpatialIndex places = mangrove.createSpatial("places");
            Map<String, ThrowingCallable> uses = usesOf("keys", keys);
            uses.putAll(usesOf("places", places));
            keys.close();
            places.close();
            assertMisuse(uses);
        }
    }

    @Test
    void shouldSayThatItIsClosedWhenTheClientWasClosed() {
        Mangrove mangrove = pools.connect(pools.start());
        Map<String, ThrowingCallable> uses = usesOfViews(mangrove);
        uses.putAll(usesOfClient(mangrove));
        mangrove.close();
        assertMisuse(uses);
        assertThatCode(mangrove::close).doesNotThrowAnyException();
    }

    private static void assertMisuse(Map<String, ThrowingCallable> uses) {
        uses.forEach(
                (name, use) ->
                        assertThat(catchThrowable(use))
                                .as(name)
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("closed")
                                .hasMessageNotContaining("Already closed"));
    }

    @Test
    void shouldSayThatMemoryIsUsedUpWhenItIs() {
        pools.skipAtSmallSizeUnlessOn("shm");
        MemoryServer server =
                pools.start(options -> options.withMemoryLimit(AddressSpace.CHUNK_BYTES));
        try (Mangrove mangrove = pools.connect(server)) {
            for (Design design : List.of(Design.COARSE, Design.SHERMAN)) {
                String name = design.text();
                OrderedOptions wasteful =
                        OrderedOptions.of(design).withPageSize(4096).withFanout(4);
                try (OrderedIndex view = mangrove.createOrdered(name, wasteful)) {
                    Throwable end = catchThrowable(() -> putWithoutEnd(view));
                    assertThat(end).as(name).isInstanceOf(MemoryExhaustedException.class);
                    assertThat(end).hasMessageContaining("server 0").hasMessageContaining("drop");
                    assertThat(view.getOrDefault(0, 0)).isEqualTo(1);
                    assertThat(catchThrowable(() -> mangrove.createSpatial("late")))
                            .isInstanceOf(MemoryExhaustedException.class);
                    assertThat(view.delete(0)).isTrue();
                }
                mangrove.drop(name);
                pools.until(() -> ClientAccess.of(mangrove).status(0).memoryUsed() == 0);
            }
        }
    }

    /** Puts many keys at once until one is refused, and then one after the other. */
    private static void putWithoutEnd(OrderedIndex view) {
        OrderedBatch batch = new OrderedBatch();
        long key = 0;
        while (batch.failed() == 0) {
            batch.clear();
            for (int i = 0; i < 64; i++) {
                batch.put(key++, 1);
            }
            int _ = view.applyAll(batch);
        }
        assertThatThrownBy(batch::throwFailure).isInstanceOf(MemoryExhaustedException.class);
        for (; ; key++) {
            view.put(key, 1);
        }
    }

    private static Map<String, ThrowingCallable> usesOfViews(Mangrove mangrove) {
        Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
        for (Design design : Design.values()) {
            String name = design.text();
            OrderedIndex view = mangrove.createOrdered(name, OrderedOptions.of(design));
            for (long key = 0; key < KEYS; key++) {
                view.put(key, key);
            }
            uses.putAll(usesOf(name, view));
            OrderedIndex scanned = mangrove.openOrdered(name);
            Cursor cursor = scanned.range(RangeQuery.all());
            uses.put(name + " cursor", () -> readOn(cursor));
        }
        mangrove.createSpatial("places").close();
        for (AccessMode access : AccessMode.values()) {
            SpatialViewOptions options = SpatialViewOptions.DEFAULT.withAccess(access);
            uses.putAll(usesOf(access.text(), mangrove.openSpatial("places", options)));
        }
        return uses;
    }

    /** Continues to read; entries that were fetched before the loss must not be returned either. */
    private static void readOn(Cursor cursor) {
        while (cursor.next()) {
            assertThat(cursor.key()).isNotNegative();
        }
    }

    private static Map<String, ThrowingCallable> usesOf(String name, OrderedIndex view) {
        Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
        uses.put(name + " getOrDefault", () -> view.getOrDefault(1, 0));
        uses.put(name + " get", () -> view.get(1));
        uses.put(name + " contains", () -> view.contains(1));
        uses.put(name + " put", () -> view.put(1, 2));
        uses.put(name + " putIfAbsent", () -> view.putIfAbsent(KEYS + 1, 2));
        uses.put(name + " replace", () -> view.replace(1, 2, 3));
        uses.put(name + " delete", () -> view.delete(2));
        uses.put(name + " count", () -> view.count(0, KEYS));
        uses.put(name + " bulkLoad", () -> view.bulkLoad(new NoEntries(), 1));
        uses.put(name + " verify", view::verify);
        uses.put(name + " statistics", view::statistics);
        uses.put(name + " map", () -> view.asMap().firstEntry());
        uses.put(
                name + " range",
                () -> {
                    try (Cursor cursor = view.range(RangeQuery.all())) {
                        readOn(cursor);
                    }
                });
        return uses;
    }

    private static Map<String, ThrowingCallable> usesOf(String name, SpatialIndex view) {
        Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
        uses.put(name + " insert", () -> view.insert(1, 2, 3));
        uses.put(name + " update", () -> view.update(1, 2, 3, 4, 5));
        uses.put(name + " delete", () -> view.delete(1));
        uses.put(name + " count", () -> view.count(0, 0, 9, 9));
        uses.put(name + " bulkLoad", () -> view.bulkLoad(new NoObjects(), Packing.STR, 1));
        uses.put(name + " verify", view::verify);
        uses.put(name + " statistics", view::statistics);
        uses.put(name + " search", () -> readOn(view.search(0, 0, 9, 9)));
        uses.put(name + " nearest", () -> readOn(view.nearest(0, 0, 9)));
        return uses;
    }

    private static void readOn(SpatialCursor cursor) {
        try (cursor) {
            while (cursor.next()) {
                assertThat(cursor.id()).isNotNegative();
            }
        }
    }

    private static Map<String, ThrowingCallable> usesOfClient(Mangrove mangrove) {
        Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
        uses.put("createOrdered", () -> mangrove.createOrdered("new"));
        uses.put("openOrdered", () -> mangrove.openOrdered("fine"));
        uses.put("openOrCreateOrdered", () -> mangrove.openOrCreateOrdered("fine"));
        uses.put("createSpatial", () -> mangrove.createSpatial("new"));
        uses.put("openSpatial", () -> mangrove.openSpatial("places"));
        uses.put("openOrCreateSpatial", () -> mangrove.openOrCreateSpatial("places"));
        uses.put("drop", () -> mangrove.drop("fine"));
        uses.put("status", () -> ClientAccess.of(mangrove).status(0));
        uses.put("indexes", ClientAccess.of(mangrove)::indexes);
        uses.put("indexNames", mangrove::indexNames);
        return uses;
    }

    /** Nothing to load. */
    private static final class NoEntries implements Entries {
        @Override
        public boolean next() {
            return false;
        }

        @Override
        public long key() {
            return 0;
        }

        @Override
        public long value() {
            return 0;
        }
    }

    /** Nothing to load. */
    private static final class NoObjects implements SpatialEntries {
        @Override
        public boolean next() {
            return false;
        }

        @Override
        public long id() {
            return 0;
        }

        @Override
        public double minX() {
            return 0;
        }

        @Override
        public double minY() {
            return 0;
        }

        @Override
        public double maxX() {
            return 0;
        }

        @Override
        public double maxY() {
            return 0;
        }
    }
}
