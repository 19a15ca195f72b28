package dev.mangrove.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.mangrove.IndexNotFoundException;
import dev.mangrove.LimitReachedException;
import dev.mangrove.Mangrove;
import dev.mangrove.ServerLostException;
import dev.mangrove.fabric.Meter;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.btree.Shipments;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.SecondaryIndex;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.RequestRefusedException;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.ShipmentRequest;
import dev.mangrove.index.wire.Status;
import dev.mangrove.index.wire.TreeKind;
import dev.mangrove.index.wire.WireWriter;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.Arrays;

/** Servers load indexes from each other, and no entry passes through the client. */
@OnEveryFabric
final class ShipmentTest {
    private static final int MANY = 60_000;
    private static final int COPIED = TestSize.MATRIX ? MANY : 12_000;
    private static final int FEW = 1_000;

    /** Chosen: several times as many as shipments at a time. */
    private static final int CONNECTIONS = 30;

    @RegisterExtension final Pools pools;

    ShipmentTest(String scheme) {
        pools = new Pools(scheme);
    }

    @Test
    void shouldCopyARangeToAnIndexOfAnotherDesign() {
        try (Mangrove mangrove = twoServers()) {
            create(mangrove, "source", Design.COARSE, COPIED);
            for (Design design : Design.values()) {
                create(mangrove, "target", design, 0);
                assertThat(mangrove.copyOrdered("source", "target", 100, COPIED / 2))
                        .as("entries of a copy of design %s", design)
                        .isEqualTo(COPIED / 2 - 99);
                try (OrderedIndex target = mangrove.openOrdered("target")) {
                    assertHolds(target, 100, COPIED / 2);
                    assertThat(target.verify().faults()).isEmpty();
                }
                mangrove.drop("target");
            }
        }
    }

    @Test
    void shouldSendNoEntryThroughTheClient() {
        try (Mangrove mangrove = twoServers()) {
            create(mangrove, "source", Design.COARSE, MANY);
            create(mangrove, "target", Design.COARSE, 0);
            create(mangrove, "references", Design.FINE, 0);
            try (Session session = ClientAccess.of(mangrove).session()) {
                assertThat(Shipments.run(session, all("source", "target", false))).isEqualTo(MANY);
                assertThat(Shipments.run(session, all("source", "references", true)))
                        .isEqualTo(MANY);
                long bytes = Arrays.stream(session.meters()).mapToLong(ShipmentTest::bytes).sum();
                assertThat(bytes).as("bytes that the client moved").isLessThan(MANY);
            }
        }
    }

    private static long bytes(Meter meter) {
        return meter.bytesRead() + meter.bytesReceived() + meter.bytesWritten();
    }

    @Test
    void shouldBuildASecondaryIndexOverAllServers() {
        try (Mangrove mangrove = twoServers()) {
            try (OrderedIndex primary = mangrove.createOrdered("primary")) {
                for (long key = 0; key < FEW; key++) {
                    primary.put(key, -key % 7);
                }
            }
            create(mangrove, "by-value", Design.COARSE, 0);
            assertThat(mangrove.buildSecondary("primary", "by-value")).isEqualTo(FEW);
            try (OrderedIndex built = mangrove.openOrdered("by-value");
                    Cursor references = new SecondaryIndex(built).references(-3)) {
                for (long key = 3; key < FEW; key += 7) {
                    assertThat(references.next()).isTrue();
                    assertThat(references.value()).isEqualTo(key);
                }
                assertThat(references.next()).isFalse();
            }
        }
    }

    @Test
    void shouldSayWhyNothingIsLoaded() {
        try (Mangrove mangrove = twoServers()) {
            create(mangrove, "source", Design.COARSE, FEW);
            create(mangrove, "full", Design.FINE, 1);
            create(mangrove, "empty", Design.FINE, 0);
            assertThatThrownBy(() -> mangrove.copyOrdered("source", "full", 0, 9))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not empty");
            assertThatThrownBy(() -> mangrove.copyOrdered("nothing", "empty", 0, 9))
                    .isInstanceOf(IndexNotFoundException.class)
                    .hasMessageContaining("nothing");
            assertThatThrownBy(() -> mangrove.copyOrdered("source", "nothing", 0, 9))
                    .isInstanceOf(IndexNotFoundException.class);
            assertThatThrownBy(() -> mangrove.copyOrdered("source", "source", 0, 9))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("same index");
            try (OrderedIndex source = mangrove.openOrdered("source")) {
                source.put(5, 1L << 40);
            }
            assertThatThrownBy(() -> mangrove.buildSecondary("source", "empty"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("more than 32 bits");
            assertEmpty(mangrove, "empty");
        }
    }

    @Test
    void shouldLeaveTheTargetEmptyWhenAServerOfTheSourceIsLost() {
        MemoryServer first = pools.start();
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = connect(first)) {
            create(mangrove, "source", Design.COARSE, FEW);
            second.close();
            pools.until(() -> !ClientAccess.of(mangrove).members().get(1).alive());
            create(mangrove, "target", Design.COARSE, 0);
            assertThatThrownBy(() -> mangrove.copyOrdered("source", "target", 0, FEW))
                    .isInstanceOf(ServerLostException.class)
                    .hasMessageContaining("server 1");
            assertEmpty(mangrove, "target");
        }
    }

    @Test
    void shouldLeaveTheTargetEmptyWhenAServerOfItIsLost() {
        MemoryServer first = pools.start();
        try (Mangrove mangrove = connect(first, 1)) {
            create(mangrove, "source", Design.COARSE, MANY);
        }
        MemoryServer second = pools.start(options -> options.withJoin(pools.uri(first)));
        try (Mangrove mangrove = connect(first)) {
            create(mangrove, "target", Design.COARSE, 0);
            second.close();
            pools.until(() -> !ClientAccess.of(mangrove).members().get(1).alive());
            assertThatThrownBy(() -> mangrove.copyOrdered("source", "target", 0, MANY))
                    .isInstanceOf(ServerLostException.class)
                    .hasMessageContaining("server 1");
        }
    }

    @Test
    void shouldLoadAllOrNothingWhenTheClientIsGone() {
        try (Mangrove mangrove = twoServers()) {
            create(mangrove, "source", Design.COARSE, MANY);
            create(mangrove, "target", Design.FINE, 0);
            try (Session session = ClientAccess.of(mangrove).session()) {
                start(session, "target");
            }
            pools.until(() -> !isShipping());
            try (OrderedIndex target = mangrove.openOrdered("target")) {
                assertThat(target.verify().faults()).isEmpty();
                assertThat(target.count(Long.MIN_VALUE, Long.MAX_VALUE)).isIn(0L, (long) MANY);
            }
        }
    }

    @Test
    void shouldRunFewShipmentsAtATimeAndForgetThoseOfOthers() {
        try (Mangrove mangrove = twoServers()) {
            create(mangrove, "source", Design.COARSE, FEW);
            create(mangrove, "target", Design.FINE, 0);
            try (Session session = ClientAccess.of(mangrove).session();
                    Session other = ClientAccess.of(mangrove).session()) {
                long number = 0;
                for (int i = 0; i < 4; i++) {
                    create(mangrove, "target-" + i, Design.FINE, 0);
                    number = start(session, "target-" + i);
                }
                assertThatThrownBy(() -> start(session, "target"))
                        .isInstanceOf(RequestRefusedException.class)
                        .hasMessageContaining("at most 4 shipments");
                assertThatThrownBy(() -> mangrove.copyOrdered("source", "target", 0, 1))
                        .isInstanceOf(LimitReachedException.class);
                WireWriter question = new WireWriter().putLong(number);
                assertThatThrownBy(
                                () ->
                                        other.link(0)
                                                .admin()
                                                .execute(TreeKind.SHIPMENT_STATE, question))
                        .isInstanceOfSatisfying(
                                RequestRefusedException.class,
                                e -> assertThat(e.status()).isEqualTo(Status.NOT_FOUND));
            }
            pools.until(() -> !isShipping());
            create(mangrove, "later", Design.FINE, 0);
            pools.until(() -> isCopied(mangrove));
        }
    }

    @Test
    void shouldRefuseASecondShipmentToTheSameIndex() {
        try (Mangrove mangrove = twoServers()) {
            create(mangrove, "source", Design.COARSE, MANY);
            create(mangrove, "target", Design.COARSE, 0);
            try (Session session = ClientAccess.of(mangrove).session()) {
                start(session, "target");
                assertThatThrownBy(() -> mangrove.copyOrdered("source", "target", 0, 1))
                        .isInstanceOf(LimitReachedException.class)
                        .hasMessageContaining("a shipment to target is under way");
                pools.until(() -> !isShipping());
            }
            assertThatThrownBy(() -> mangrove.copyOrdered("source", "target", 0, 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not empty");
            try (OrderedIndex target = mangrove.openOrdered("target")) {
                assertThat(target.verify().faults()).isEmpty();
                assertThat(target.count(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(MANY);
            }
        }
    }

    /** A shipment takes a place until its thread has ended, also if its connection is gone. */
    @Test
    void shouldBoundTheShipmentsOfAClientThatConnectsAgainAndAgain() {
        try (Mangrove mangrove = twoServers()) {
            create(mangrove, "source", Design.COARSE, MANY);
            create(mangrove, "target", Design.FINE, 0);
            int refused = 0;
            for (int i = 0; i < CONNECTIONS; i++) {
                try (Session session = ClientAccess.of(mangrove).session()) {
                    start(session, "target");
                } catch (RequestRefusedException e) {
                    assertThat(e.status()).isEqualTo(Status.LIMIT);
                    refused++;
                }
                assertThat(shipping()).isLessThanOrEqualTo(4);
            }
            assertThat(refused).isPositive();
            pools.until(() -> !isShipping());
            create(mangrove, "later", Design.FINE, 0);
            pools.until(() -> isCopied(mangrove));
        }
    }

    /** The server notices a little later that a connection has ended. */
    private static boolean isCopied(Mangrove mangrove) {
        try {
            return mangrove.copyOrdered("source", "later", 0, 1) == 2;
        } catch (LimitReachedException e) {
            return false;
        }
    }

    private static boolean isShipping() {
        return shipping() > 0;
    }

    /** Threads that ship, of all servers of this process. */
    private static long shipping() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("mangrove-shipment"))
                .count();
    }

    private static long start(Session session, String target) {
        Call call = session.link(0).admin();
        WireWriter request = all("source", target, false).write(new WireWriter());
        return call.execute(TreeKind.SHIP, request).getLong();
    }

    private static ShipmentRequest all(String source, String target, boolean references) {
        return new ShipmentRequest(source, target, Long.MIN_VALUE, Long.MAX_VALUE, references, 0.7);
    }

    private Mangrove twoServers() {
        MemoryServer first = pools.start();
        MemoryServer _ = pools.start(options -> options.withJoin(pools.uri(first)));
        return connect(first);
    }

    private Mangrove connect(MemoryServer first) {
        return connect(first, 2);
    }

    private Mangrove connect(MemoryServer first, int servers) {
        Mangrove mangrove = pools.connect(first);
        pools.until(() -> ClientAccess.of(mangrove).members().size() == servers);
        return mangrove;
    }

    private static void create(Mangrove mangrove, String name, Design design, int entries) {
        try (OrderedIndex index = mangrove.createOrdered(name, OrderedOptions.of(design))) {
            if (entries > 0) {
                assertThat(index.bulkLoad(new Row(entries), 0.7)).isEqualTo(entries);
            }
        }
    }

    private static void assertEmpty(Mangrove mangrove, String name) {
        try (OrderedIndex index = mangrove.openOrdered(name)) {
            assertThat(index.count(Long.MIN_VALUE, Long.MAX_VALUE)).isZero();
        }
    }

    private static void assertHolds(OrderedIndex index, long from, long to) {
        long expected = from;
        try (Cursor entries = index.range(RangeQuery.all())) {
            while (entries.next()) {
                if (entries.key() != expected || entries.value() != 2 * expected) {
                    fail("found %d: %d, expected %d", entries.key(), entries.value(), expected);
                }
                expected++;
            }
        }
        assertThat(expected).isEqualTo(to + 1);
    }

    /** Keys from 0 on; values are twice the keys. */
    private static final class Row implements Entries {
        private final int size;
        private int at = -1;

        Row(int size) {
            this.size = size;
        }

        @Override
        public boolean next() {
            return ++at < size;
        }

        @Override
        public long key() {
            return at;
        }

        @Override
        public long value() {
            return 2L * at;
        }
    }
}
