package dev.mangrove.peers.spatial;

import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.bench.ordered.ServerProcess;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialViewOptions;

import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * A spatial index over shared memory; the server is a process of its own. The tree is packed, or
 * grown by inserts that the server executes. The client searches in place.
 */
final class MangroveSpatial implements SpatialStore {
    private static final String NAME = "bench";
    private static final long BYTES_PER_OBJECT = 512;
    private static final long SPARE_BYTES = 1L << 30;
    private static final Duration LONGEST_REQUEST = Duration.ofMinutes(5);

    /** Objects of a batch that puts objects back. Chosen, not tuned. */
    private static final int AT_ONCE = 1_024;

    private final Data data;
    private final SpatialDesign design;
    private final boolean grown;
    private final ChildProcess server;
    private final String location;
    private final Mangrove mangrove;

    MangroveSpatial(Data data, SpatialDesign design, boolean grown) {
        this.data = data;
        this.design = design;
        this.grown = grown;
        server =
                ChildProcess.start(
                        ServerProcess.class,
                        "shm:peers-" + ProcessHandle.current().pid(),
                        Long.toString(data.loaded() * BYTES_PER_OBJECT + SPARE_BYTES));
        location = server.readLine();
        mangrove = connect();
    }

    private Mangrove connect() {
        return Mangrove.connect(
                URI.create(location), ConnectOptions.DEFAULT.withTimeout(LONGEST_REQUEST));
    }

    @Override
    public void load() {
        try (SpatialIndex index = mangrove.createSpatial(NAME, SpatialOptions.of(design))) {
            index.bulkLoad(new Loaded(data), grown ? Packing.NONE : Packing.HILBERT, 1);
        }
    }

    @Override
    public double bytes() {
        return ClientAccess.of(mangrove).status(0).memoryUsed();
    }

    /**
     * Only grown trees: moves split the full pages of a packed one, before its searches are timed.
     */
    @Override
    public Set<String> cannot() {
        return grown ? Set.of() : Set.of("move", "moveall64");
    }

    @Override
    public SpatialPeer open() {
        Mangrove own = connect();
        return new Peer(own, own.openSpatial(NAME, SpatialViewOptions.DEFAULT), data);
    }

    @Override
    public void close() {
        mangrove.close();
        server.close();
    }

    private static void insert(SpatialIndex index, Data data, int id) {
        if (!index.insert(id, data.minX(id), data.minY(id), data.maxX(id), data.maxY(id))) {
            throw new IllegalStateException("id " + id + " is there already");
        }
    }

    private static final class Loaded implements SpatialEntries {
        private final Data data;
        private int at = -1;

        Loaded(Data data) {
            this.data = data;
        }

        @Override
        public boolean next() {
            return ++at < data.loaded();
        }

        @Override
        public long id() {
            return at;
        }

        @Override
        public double minX() {
            return data.minX(at);
        }

        @Override
        public double minY() {
            return data.minY(at);
        }

        @Override
        public double maxX() {
            return data.maxX(at);
        }

        @Override
        public double maxY() {
            return data.maxY(at);
        }
    }

    private record Peer(Mangrove mangrove, SpatialIndex index, Data data) implements SpatialPeer {
        @Override
        public void window(double minX, double minY, double maxX, double maxY, Hits hits) {
            try (SpatialCursor cursor = index.search(minX, minY, maxX, maxY)) {
                while (cursor.next()) {
                    hits.add((int) cursor.id());
                }
            }
        }

        @Override
        public void nearest(double x, double y, int number, Hits hits) {
            try (SpatialCursor cursor = index.nearest(x, y, number)) {
                while (cursor.next()) {
                    hits.add((int) cursor.id());
                }
            }
        }

        @Override
        public void insert(int id) {
            MangroveSpatial.insert(index, data, id);
        }

        @Override
        public void forget(int from, int to) {
            for (int id = from; id < to; id++) {
                if (!index.delete(id)) {
                    throw new IllegalStateException("id " + id + " was not there");
                }
            }
        }

        @Override
        public void move(int id, double x, double y) {
            if (!index.update(id, x, y, x, y)) {
                throw new IllegalStateException("id " + id + " was not there");
            }
        }

        @Override
        public void moveAll(long[] ids, double[] x, double[] y) {
            int moved = index.moveAll(ids, x, y);
            if (moved != ids.length) {
                throw new IllegalStateException(moved + " of " + ids.length + " ids were there");
            }
        }

        @Override
        public void restore(int... ids) {
            SpatialBatch batch = new SpatialBatch();
            for (int from = 0; from < ids.length; from += AT_ONCE) {
                batch.clear();
                for (int i = from; i < Math.min(from + AT_ONCE, ids.length); i++) {
                    int id = ids[i];
                    batch.update(id, data.minX(id), data.minY(id), data.maxX(id), data.maxY(id));
                }
                int _ = index.applyAll(batch);
                batch.throwFailure();
                if (batch.met() != batch.size()) {
                    throw new IllegalStateException("an object that was moved is not there");
                }
            }
        }

        @Override
        public void close() {
            index.close();
            mangrove.close();
        }
    }
}
