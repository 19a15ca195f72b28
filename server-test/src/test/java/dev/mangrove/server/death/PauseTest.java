package dev.mangrove.server.death;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mangrove.Mangrove;
import dev.mangrove.ServerLostException;
import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Member;
import dev.mangrove.index.session.ServerLoad;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.fixture.ServerMain;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.time.Duration;
import java.util.OptionalLong;

/** Servers that are stopped for longer than the time after which they count as lost. */
@OnEveryFabric
final class PauseTest {
    private static final Duration PAUSE = Pools.pause(Duration.ofSeconds(3));
    private static final int KEYS = 200;

    @RegisterExtension final Pools pools;

    PauseTest(String scheme) {
        pools = new Pools(scheme);
    }

    @BeforeEach
    void needTime() {
        pools.skipAtSmallSizeUnlessOn("tcp");
    }

    @Test
    void shouldServeAllAgainAfterAPauseOfTheFirstServer() {
        try (ChildJvm first = ChildJvm.start(ServerMain.class, pools.location().toString())) {
            URI pool = URI.create(first.readLine());
            MemoryServer second = pools.start(options -> options.withJoin(pool));
            pools.start(options -> options.withJoin(pool));
            try (Mangrove mangrove = pools.connect(pool)) {
                fillAll(mangrove);
                pause(first);
                pools.until(() -> isWhole(mangrove));
                pools.until(() -> isWholeToNewcomers(pool));
                pools.until(() -> isWholeToNewcomers(pools.uri(second)));
                checkAll(mangrove);
                try (OrderedIndex later = create(mangrove, "later", Design.HYBRID)) {
                    fill(later);
                }
                mangrove.drop("later");
            }
        }
    }

    @Test
    void shouldServeAllAgainAfterAPauseOfAMember() {
        MemoryServer first = pools.start();
        String pool = pools.uri(first).toString();
        try (ChildJvm member =
                ChildJvm.start(ServerMain.class, pools.location().toString(), pool)) {
            member.readLine();
            try (Mangrove mangrove = pools.connect(first)) {
                fillAll(mangrove);
                create(mangrove, "dropped", Design.COARSE).close();
                long before = ClientAccess.of(mangrove).status(1).memoryUsed();
                member.stop();
                mangrove.drop("dropped");
                Pools.sleep(PAUSE);
                member.signal("CONT");
                pools.until(() -> isWhole(mangrove));
                pools.until(() -> isWholeToNewcomers(pools.uri(first)));
                checkAll(mangrove);
                pools.until(() -> ClientAccess.of(mangrove).status(1).memoryUsed() < before);
            }
        }
    }

    @Test
    void shouldNotLetASessionComeBackToAServerThatItHadLost() {
        assumeTrue(pools.scheme().equals("tcp"), "in shared memory a pause is no loss");
        try (ChildJvm server = ChildJvm.start(ServerMain.class, pools.location().toString());
                Mangrove mangrove = pools.connect(URI.create(server.readLine()));
                OrderedIndex old = create(mangrove, "fine", Design.FINE);
                OrderedIndex handle = mangrove.ordered("fine");
                Session idle = ClientAccess.of(mangrove).session()) {
            old.put(1, 2);
            assertThat(handle.get(1)).hasValue(2);
            pause(server);
            pools.until(() -> isWhole(mangrove));
            assertThatThrownBy(() -> old.get(1)).isInstanceOf(ServerLostException.class);
            assertThatThrownBy(() -> idle.link(0))
                    .isInstanceOf(FabricException.class)
                    .hasMessageContaining("server 0");
            try (OrderedIndex again = mangrove.openOrdered("fine", ViewOptions.DEFAULT)) {
                assertThat(again.get(1)).isEqualTo(OptionalLong.of(2));
            }
            assertThatThrownBy(() -> handle.get(1)).isInstanceOf(ServerLostException.class);
            assertThat(handle.get(1)).as("by another view").hasValue(2);
        }
    }

    private static void pause(ChildJvm server) {
        server.stop();
        Pools.sleep(PAUSE);
        server.signal("CONT");
    }

    private static boolean isWhole(Mangrove mangrove) {
        return ClientAccess.of(mangrove).servers().stream().allMatch(ServerLoad::isAlive)
                && ClientAccess.of(mangrove).servers().stream()
                        .allMatch(load -> load.ageNanos() < 500_000_000)
                && ClientAccess.of(mangrove).members().stream().allMatch(Member::alive);
    }

    private boolean isWholeToNewcomers(URI uri) {
        try (Mangrove newcomer = pools.connect(uri)) {
            return ClientAccess.of(newcomer).members().stream().allMatch(Member::alive);
        }
    }

    private static void fillAll(Mangrove mangrove) {
        for (Design design : Design.values()) {
            try (OrderedIndex view = create(mangrove, design.name(), design)) {
                fill(view);
            }
        }
        try (SpatialIndex view =
                mangrove.createSpatial("spatial", SpatialOptions.of(SpatialDesign.RSTAR))) {
            for (int i = 0; i < KEYS; i++) {
                view.insert(i, i, i, i + 1, i + 1);
            }
        }
    }

    private static void checkAll(Mangrove mangrove) {
        for (Design design : Design.values()) {
            try (OrderedIndex view = mangrove.openOrdered(design.name(), ViewOptions.DEFAULT)) {
                assertThat(view.count(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(KEYS);
                assertThat(view.verify().faults()).isEmpty();
                view.put(KEYS, KEYS);
                assertThat(view.get(KEYS)).isEqualTo(OptionalLong.of(KEYS));
            }
        }
        try (SpatialIndex view = mangrove.openSpatial("spatial", SpatialViewOptions.DEFAULT)) {
            assertThat(view.count(0, 0, KEYS, KEYS)).isEqualTo(KEYS);
            assertThat(view.verify().faults()).isEmpty();
            assertThat(view.insert(KEYS, 0, 0, 1, 1)).isTrue();
            assertThat(view.count(0, 0, KEYS, KEYS)).isEqualTo(KEYS + 1);
        }
    }

    private static void fill(OrderedIndex view) {
        for (long key = 0; key < KEYS; key++) {
            view.put(key * (Long.MAX_VALUE / KEYS) * (key % 2 == 0 ? 1 : -1), key);
        }
    }

    private static OrderedIndex create(Mangrove mangrove, String name, Design design) {
        return mangrove.createOrdered(name, OrderedOptions.of(design).withFanout(4));
    }
}
