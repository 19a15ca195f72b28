package dev.mangrove.reproduce.catfish;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.spatial.Packing;
import dev.mangrove.index.spatial.SpatialEntries;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;
import dev.mangrove.index.spatial.SpatialStatistics;
import dev.mangrove.index.spatial.SpatialViewOptions;
import dev.mangrove.reproduce.TreePool;
import dev.mangrove.reproduce.UsageMeter;
import dev.mangrove.reproduce.Window;
import dev.mangrove.server.Plugin;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One memory server with the product's tree, and eight hosts with clients, in virtual time. Each
 * phase has processes and threads of its own; the tree persists between phases.
 */
public final class CatfishCluster implements AutoCloseable {
    /** Hosts with clients. */
    static final int MACHINES = 8;

    private static final long SEED = 1;

    /** Chosen: below the latency of a verb; a larger one runs faster. */
    private static final long QUANTUM_NANOS = 500;

    private static final String INDEX = "catfish";

    /** Chosen, with the next: room for the tree, its splits and its directory. */
    private static final long SPARE_BYTES = 256L << 20;

    private static final long BYTES_PER_OBJECT = 160;

    private final SimCluster cluster;
    private final SimHost server;
    private final List<SimHost> machines = new ArrayList<>();
    private final TreePool pool;
    private final int workers;
    private final Host.CpuMeter processors;
    private long nextId;
    private @Nullable SpatialStatistics shape;

    /**
     * How a tree is built.
     *
     * @param packing of the bulk load; {@link Packing#NONE} inserts objects one by one
     * @param inserts number of objects that the workload inserts after the load
     * @param work the workload
     */
    record Tree(
            SpatialOptions options,
            int objects,
            Packing packing,
            double fill,
            int inserts,
            CatfishWork work) {
        /** A tree without inserts after the load. */
        Tree(SpatialOptions options, int objects, Packing packing, double fill) {
            this(options, objects, packing, fill, 0, CatfishWork.SMALL);
        }

        int size() {
            return objects + inserts;
        }
    }

    CatfishCluster(Profile profile, Tree tree, int workers, Waiting waiting, List<Plugin> plugins) {
        cluster = new SimCluster(profile, SEED, Faults.NONE, QUANTUM_NANOS, null);
        this.workers = workers;
        server = cluster.addHost();
        for (int i = 0; i < MACHINES; i++) {
            machines.add(cluster.addHost());
        }
        processors = server.cpuMeter();
        nextId = tree.size();
        long memory = SPARE_BYTES + tree.size() * BYTES_PER_OBJECT;
        pool =
                new TreePool(
                        cluster,
                        List.of(server),
                        workers,
                        memory,
                        waiting,
                        Waiting.SPIN_THEN_BLOCK,
                        plugins);
        pool.prepare(
                machines.getFirst(),
                mangrove -> {
                    try (SpatialIndex index = mangrove.createSpatial(INDEX, tree.options)) {
                        long loaded = index.bulkLoad(new Loaded(tree), tree.packing, tree.fill);
                        if (loaded != tree.size()) {
                            throw new IllegalStateException("loaded=" + loaded);
                        }
                        shape = index.statistics();
                    }
                });
    }

    /** Statistics of the tree after its load. */
    SpatialStatistics shape() {
        SpatialStatistics built = shape;
        if (built == null) {
            throw new IllegalStateException("the tree has not been built");
        }
        return built;
    }

    public SimCluster cluster() {
        return cluster;
    }

    /** Average number of pages that a search of a workload visits. */
    double pagesPerSearch(CatfishWork work, int searches) {
        double[] pages = new double[1];
        SimHost host = machines.getFirst();
        pool.prepare(
                host,
                mangrove -> {
                    try (SpatialIndex index =
                            mangrove.openSpatial(INDEX, CatfishSystem.MESSAGING.view())) {
                        new CatfishClient(host, new CatfishPhase(work, 1), () -> nextId++, 0)
                                .search(index, searches);
                        pages[0] = (double) index.statistics().pagesVisited() / searches;
                    }
                });
        return pages[0];
    }

    /** Runs clients and measures them after a warm-up. */
    CatfishPoint measure(
            CatfishWork work, SpatialViewOptions view, int clients, long warmUpNanos, long nanos) {
        try (Run run = start(work, view, clients, clients)) {
            cluster.run(warmUpNanos);
            return run.measure(nanos);
        }
    }

    /**
     * Starts clients.
     *
     * @param clients number of threads, distributed over the hosts
     * @param active number of them that work from the start
     */
    public Run start(CatfishWork work, SpatialViewOptions view, int clients, int active) {
        return new Run(work, view, clients, active);
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** Running clients. */
    public final class Run implements AutoCloseable {
        private final CatfishPhase phase;
        private final int clients;
        private final Mangrove[] processes = new Mangrove[MACHINES];
        private int connected;

        private Run(CatfishWork work, SpatialViewOptions view, int clients, int active) {
            this.phase = new CatfishPhase(work, active);
            this.clients = clients;
            for (int i = 0; i < MACHINES; i++) {
                int machine = i;
                SimHost host = machines.get(i);
                host.start(
                        "connect",
                        () -> {
                            processes[machine] = pool.connect(host);
                            connected++;
                        });
            }
            pool.await(() -> connected == MACHINES, "clients do not connect");
            int[] ready = new int[1];
            for (int i = 0; i < clients; i++) {
                SimHost host = machines.get(i % MACHINES);
                Mangrove process = processes[i % MACHINES];
                CatfishClient client = new CatfishClient(host, phase, () -> nextId++, i);
                host.start(
                        "client",
                        () -> {
                            try (SpatialIndex index = process.openSpatial(INDEX, view)) {
                                ready[0]++;
                                client.run(index);
                            }
                        });
            }
            pool.await(() -> ready[0] == clients, "clients do not start");
        }

        public CatfishPhase phase() {
            return phase;
        }

        /** Measures for {@code nanos} of virtual time. */
        CatfishPoint measure(long nanos) {
            UsageMeter meter = new UsageMeter(List.of(server), workers, machines, clients);
            long bytes = server.nic().wireBytes();
            processors.sample();
            phase.open(cluster.nanoTime());
            cluster.run(nanos);
            processors.sample();
            Window all = phase.all();
            return new CatfishPoint(
                    all.count() * 1e6 / nanos,
                    all.meanNanos() / 1e3,
                    all.percentileNanos(0.5) / 1e3,
                    all.percentileNanos(0.99) / 1e3,
                    phase.searches().meanNanos() / 1e3,
                    processors.hostUtilisation(),
                    8.0 * (server.nic().wireBytes() - bytes) / nanos,
                    meter.usage());
        }

        @Override
        public void close() {
            phase.end();
            pool.await(() -> phase.ended() == clients, "clients do not end");
            boolean[] closed = new boolean[1];
            machines.getFirst()
                    .start(
                            "close",
                            () -> {
                                for (Mangrove process : processes) {
                                    process.close();
                                }
                                closed[0] = true;
                            });
            pool.await(() -> closed[0], "processes do not end");
        }
    }

    /** The objects of a bulk load. */
    private static final class Loaded implements SpatialEntries {
        private final CatfishRectangle rectangle = new CatfishRectangle(new SplittableRandom(SEED));
        private final Tree tree;
        private int at = -1;

        Loaded(Tree tree) {
            this.tree = tree;
        }

        @Override
        public boolean next() {
            if (++at < tree.objects) {
                rectangle.drawObject();
            } else if (at < tree.size()) {
                rectangle.drawInsert(tree.work);
            }
            return at < tree.size();
        }

        @Override
        public long id() {
            return at;
        }

        @Override
        public double minX() {
            return rectangle.minX();
        }

        @Override
        public double minY() {
            return rectangle.minY();
        }

        @Override
        public double maxX() {
            return rectangle.maxX();
        }

        @Override
        public double maxY() {
            return rectangle.maxY();
        }
    }
}
