package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.AccessMode;
import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.spatial.Relation;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.fixture.ServerMain;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Views of indexes on a killed server: after two seconds no operation is acknowledged. */
@OnEveryFabric
final class LossTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final int KEYS = 200;

    @RegisterExtension final Pools pools;

    LossTest(String scheme) {
        pools = new Pools(scheme);
    }

    @BeforeEach
    void needTime() {
        pools.skipAtSmallSizeUnlessOn("shm");
    }

    @Test
    void shouldRefuseEveryOperationOnceTheServerIsLostHoweverFewThereWere() {
        try (ChildJvm server = startServer();
                Mangrove mangrove = pools.connect(URI.create(server.readLine()));
                SpatialIndex places = mangrove.createSpatial("places", spatial())) {
            List<OrderedIndex> views = new ArrayList<>();
            List<Cursor> cursors = new ArrayList<>();
            for (Design design : Design.values()) {
                OrderedIndex view = mangrove.createOrdered(design.name(), options(design));
                fill(view);
                views.add(view);
            }
            for (Design design : Design.values()) {
                OrderedIndex view = mangrove.openOrdered(design.name(), ViewOptions.DEFAULT);
                Cursor cursor = view.range(RangeQuery.all());
                assertThat(cursor.next()).isTrue();
                cursors.add(cursor);
            }
            fill(places);
            server.signal("KILL");
            Pools.sleepInSteps(LIMIT);
            for (int round = 0; round < 2; round++) {
                for (OrderedIndex view : views) {
                    assertLost(() -> view.put(1, 2));
                    assertLost(() -> view.get(1));
                    assertLost(() -> view.delete(KEYS + 1));
                    assertLost(() -> view.count(0, KEYS));
                }
                // Those that have read a leaf return its entries first.
                cursors.forEach(cursor -> assertLost(() -> exhaust(cursor)));
                assertLost(() -> places.count(0, 0, KEYS, KEYS));
                assertLost(() -> places.search(0, 0, 1, 1, Relation.INTERSECTS, 9).next());
            }
        }
    }

    @Test
    void shouldNameTheServerToAThreadThatPutWhenItDied() throws InterruptedException {
        Queue<RuntimeException> ends = new ConcurrentLinkedQueue<>();
        try (ChildJvm server = startServer()) {
            URI uri = URI.create(server.readLine());
            try (Mangrove mangrove = pools.connect(uri)) {
                List<Thread> threads = new ArrayList<>();
                for (Design design : Design.values()) {
                    mangrove.createOrdered(design.name(), options(design)).close();
                    threads.add(new Thread(() -> putOn(mangrove, design.name(), ends)));
                }
                threads.forEach(Thread::start);
                Pools.sleep(Duration.ofMillis(300));
                server.signal("KILL");
                for (Thread thread : threads) {
                    thread.join(Pools.PATIENCE);
                }
                assertThat(ends)
                        .hasSize(threads.size())
                        .allSatisfy(
                                end ->
                                        assertThat(end)
                                                .isInstanceOf(MangroveException.class)
                                                .message()
                                                .containsAnyOf(
                                                        "server 0", uri.getSchemeSpecificPart()));
            }
        }
    }

    /** Puts until an exception; splits need messages, so some puts fail while a page is latched. */
    private static void putOn(Mangrove mangrove, String name, Queue<RuntimeException> ends) {
        OrderedIndex view = mangrove.openOrdered(name, ViewOptions.DEFAULT);
        try {
            for (long key = 0; ; key++) {
                view.put(key, key);
            }
        } catch (RuntimeException e) {
            ends.add(e);
        }
    }

    @Test
    void shouldRefuseToGoOnWithCursorsOfSearchesThatBeganBefore() {
        try (ChildJvm server = startServer();
                Mangrove mangrove = pools.connect(URI.create(server.readLine()));
                SpatialIndex places = mangrove.createSpatial("places", spatial());
                SpatialIndex window = mangrove.openSpatial("places", offload());
                SpatialIndex nearest = mangrove.openSpatial("places", offload())) {
            fill(places);
            SpatialCursor all = window.search(0, 0, KEYS, KEYS, Relation.INTERSECTS, KEYS);
            SpatialCursor near = nearest.nearest(0, 0, KEYS);
            assertThat(all.next()).isTrue();
            assertThat(near.next()).isTrue();
            server.signal("KILL");
            Pools.sleepInSteps(LIMIT);
            assertLost(all::next);
            assertLost(near::next);
        }
    }

    @Test
    void shouldNotTakeANewServerOfTheSameNameForTheOneThatWasLost() {
        try (ChildJvm server = startServer()) {
            goOnAfterANewServerAt(server, URI.create(server.readLine()));
        }
    }

    private void goOnAfterANewServerAt(ChildJvm server, URI place) {
        try (Mangrove mangrove = pools.connect(place);
                OrderedIndex view = mangrove.createOrdered("fine", options(Design.FINE))) {
            fill(view);
            server.close(); // Killed; its location is free when this returns.
            try (ChildJvm next = ChildJvm.start(ServerMain.class, place.toString());
                    Mangrove other = pools.connect(URI.create(next.readLine()))) {
                Pools.sleepInSteps(LIMIT);
                assertLost(() -> view.put(1, 2));
                assertLost(() -> view.get(1));
                assertThat(ClientAccess.of(other).indexes()).isEmpty();
            }
        }
    }

    @Test
    void shouldAcknowledgeOnlyWhatNewClientsFindWhenAMemberIsLost() {
        MemoryServer first = pools.start();
        String pool = pools.uri(first).toString();
        try (ChildJvm second = ChildJvm.start(ServerMain.class, place(), pool);
                ChildJvm third = ChildJvm.start(ServerMain.class, place(), pool)) {
            second.readLine();
            third.readLine();
            try (Mangrove mangrove = pools.connect(first);
                    OrderedIndex view = mangrove.createOrdered("fine", options(Design.FINE))) {
                fill(view);
                second.signal("KILL");
                Pools.sleepInSteps(LIMIT);
                List<Long> acknowledged = putAll(view);
                assertThat(acknowledged).hasSizeLessThan(KEYS);
                try (Mangrove newcomer = pools.connect(first);
                        OrderedIndex seen = newcomer.openOrdered("fine", ViewOptions.DEFAULT)) {
                    for (long key : acknowledged) {
                        assertThat(seen.get(key)).isEqualTo(OptionalLong.of(-key));
                    }
                    // No key is reachable if the root page was on the lost server.
                    assertThat(acknowledged.isEmpty()).isEqualTo(reachable(seen) == 0);
                }
            }
        }
    }

    @Test
    void shouldAcknowledgeNothingWhenTheFirstServerIsLostWhichAloneKnowsTheIndex() {
        try (ChildJvm first = startServer()) {
            URI pool = URI.create(first.readLine());
            pools.start(options -> options.withJoin(pool));
            pools.start(options -> options.withJoin(pool));
            try (Mangrove mangrove = pools.connect(pool)) {
                for (Design design : Design.values()) {
                    fill(mangrove.createOrdered(design.name(), options(design)));
                }
                List<OrderedIndex> views = new ArrayList<>();
                for (Design design : Design.values()) {
                    views.add(mangrove.openOrdered(design.name(), ViewOptions.DEFAULT));
                }
                first.signal("KILL");
                Pools.sleepInSteps(LIMIT);
                views.forEach(view -> assertThat(putAll(view)).isEmpty());
            }
        }
    }

    /** Number of keys in leaves that can be read. */
    private static int reachable(OrderedIndex view) {
        int count = 0;
        for (long key = 0; key < KEYS; key++) {
            try {
                OptionalLong _ = view.get(key);
                count++;
            } catch (MangroveException e) {
                assertThat(e).hasMessageContaining("server ");
            }
        }
        return count;
    }

    /**
     * Puts each key; returns those that were acknowledged. The exceptions of the others must name
     * the lost server.
     */
    private static List<Long> putAll(OrderedIndex view) {
        List<Long> acknowledged = new ArrayList<>();
        for (long key = 0; key < KEYS; key++) {
            try {
                view.put(key, -key);
                acknowledged.add(key);
            } catch (MangroveException e) {
                assertThat(e).hasMessageContaining("server ");
            }
        }
        return acknowledged;
    }

    private static void exhaust(Cursor cursor) {
        for (long key = 0; key <= KEYS; key++) {
            if (!cursor.next()) {
                return;
            }
        }
    }

    private static void assertLost(ThrowingCallable operation) {
        assertThatThrownBy(operation)
                .isInstanceOf(MangroveException.class)
                .hasMessageContaining("server 0");
    }

    private static void fill(OrderedIndex view) {
        for (long key = 0; key < KEYS; key++) {
            view.put(key, key);
        }
    }

    private static void fill(SpatialIndex view) {
        for (int id = 0; id < KEYS; id++) {
            view.insert(id, id, id, id + 1, id + 1);
        }
    }

    /** Small pages, so that few keys make a tree of several levels. */
    private static OrderedOptions options(Design design) {
        return OrderedOptions.of(design).withFanout(4);
    }

    private static SpatialOptions spatial() {
        return SpatialOptions.of(SpatialDesign.RSTAR).withFanout(8);
    }

    private static SpatialViewOptions offload() {
        return SpatialViewOptions.DEFAULT.withAccess(AccessMode.CLIENT);
    }

    private ChildJvm startServer() {
        return ChildJvm.start(ServerMain.class, place());
    }

    private String place() {
        return pools.location().toString();
    }
}
