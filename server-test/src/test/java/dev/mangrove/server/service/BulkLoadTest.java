package dev.mangrove.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.index.session.Call;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.wire.AddressSpace;
import dev.mangrove.index.wire.SpatialKind;
import dev.mangrove.index.wire.Words;
import dev.mangrove.server.MemoryServer;
import dev.mangrove.server.fixture.ChildJvm;
import dev.mangrove.server.fixture.OnEveryFabric;
import dev.mangrove.server.fixture.Pools;
import dev.mangrove.server.fixture.ServerMain;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.URI;
import java.time.Duration;

/** Bulk loads that are large, or that a client does not end. */
@OnEveryFabric
final class BulkLoadTest {
    private static final int FIT = 60_000;

    @RegisterExtension final Pools pools;

    BulkLoadTest(String scheme) {
        pools = new Pools(scheme);
    }

    /** With 16 MB of heap, 40 bytes for each object would be too many. */
    @Test
    void shouldNotNeedHeapForEachObject() {
        try (ChildJvm server =
                        ChildJvm.startWith(
                                "-Xmx16m", ServerMain.class, pools.location().toString());
                Mangrove client = connectPatiently(URI.create(server.readLine()));
                SpatialIndex index =
                        client.createSpatial("places", SpatialOptions.of(SpatialDesign.RSTAR))) {
            int objects = 200_000;
            assertThat(index.bulkLoad(new Row(objects), Packing.STR, 1)).isEqualTo(objects);
            assertThat(index.count(100, -1, 199, 1)).isEqualTo(100);
            assertThat(index.verify().objects()).isEqualTo(objects);
        }
    }

    private static Mangrove connectPatiently(URI uri) {
        return Mangrove.connect(
                uri,
                ConnectOptions.DEFAULT
                        .withSecret(Pools.SECRET)
                        .withTimeout(Duration.ofSeconds(60)));
    }

    @Test
    void shouldForgetLoadsOfClientsThatAreGone() {
        MemoryServer server =
                pools.start(options -> options.withMemoryLimit(AddressSpace.CHUNK_BYTES));
        try (Mangrove client = pools.connect(server);
                Session watch = ClientAccess.of(client).session();
                SpatialIndex index =
                        client.createSpatial("places", SpatialOptions.of(SpatialDesign.BASIC))) {
            for (int round = 0; round < 4; round++) {
                long id = ClientAccess.of(client).indexes().getFirst().id();
                try (Mangrove other = pools.connect(server);
                        Session session = ClientAccess.of(other).session()) {
                    send(session, id, FIT);
                }
                pools.until(() -> watch.status(0).clients() == 1);
            }
            assertThat(index.bulkLoad(new Row(FIT), Packing.STR, 1)).isEqualTo(FIT);
        }
    }

    /** Sends objects for a load. */
    private static void send(Session session, long index, int objects) {
        int atOnce = 500;
        Call call = session.link(0).call(Words.bytes(2 + SpatialKind.OBJECT_WORDS * atOnce));
        for (int sent = 0; sent < objects; sent += atOnce) {
            Words.put(call.request(), Call.PAYLOAD, 0, index);
            Words.put(call.request(), Call.PAYLOAD, 1, session.number());
            for (int word = 2; word < 2 + SpatialKind.OBJECT_WORDS * atOnce; word++) {
                Words.put(call.request(), Call.PAYLOAD, word, 0);
            }
            call.execute(SpatialKind.LOAD_SOME, Words.bytes(2 + SpatialKind.OBJECT_WORDS * atOnce));
        }
    }

    @Test
    void shouldForgetALoadWhoseObjectsCannotBeRead() {
        MemoryServer server = pools.start();
        try (Mangrove client = pools.connect(server);
                SpatialIndex index =
                        client.createSpatial("places", SpatialOptions.of(SpatialDesign.BASIC))) {
            SpatialEntries broken =
                    new Row(2_000) {
                        @Override
                        public boolean next() {
                            if (id() == 1_500) {
                                throw new UnsupportedOperationException("for the test");
                            }
                            return super.next();
                        }
                    };
            assertThatThrownBy(() -> index.bulkLoad(broken, Packing.STR, 1))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThat(index.bulkLoad(new Row(10), Packing.STR, 1)).isEqualTo(10);
        }
    }

    /** Points in a row. */
    private static class Row implements SpatialEntries {
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
        public long id() {
            return at;
        }

        @Override
        public double minX() {
            return at;
        }

        @Override
        public double minY() {
            return 0;
        }

        @Override
        public double maxX() {
            return at;
        }

        @Override
        public double maxY() {
            return 0;
        }
    }
}
