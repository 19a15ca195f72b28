package dev.mangrove.reproduce.cell;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Host;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.reproduce.TreePool;
import dev.mangrove.reproduce.Window;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The product's server and clients on the hosts of the Cell paper, in virtual time. */
final class CellServer implements AutoCloseable {
    private static final long SEED = 1;
    private static final String INDEX = "cell";
    private static final long MEMORY_BYTES = 128L << 20;
    private static final long QUANTUM_NANOS = 1_000;

    /** Searches of each thread before the measurement: enough for policies to settle. Chosen. */
    private static final int WARM_UP = 400;

    /** Searches of each thread that are measured. Chosen, not tuned. */
    private static final int COUNTED = 400;

    private final CellSetup setup;
    private final SimCluster cluster;
    private final TreePool pool;
    private final List<SimHost> hosts = new ArrayList<>();
    private final Window window = new Window();

    private CellServer(Profile profile, CellSetup setup) {
        this.setup = setup;
        cluster = new SimCluster(profile, SEED, Faults.NONE, QUANTUM_NANOS, null);
        SimHost server = cluster.addHost(profile);
        for (int i = 0; i < CellSetup.CLIENT_HOSTS; i++) {
            hosts.add(cluster.addHost(profile));
        }
        pool = new TreePool(cluster, List.of(server), setup.cores(), MEMORY_BYTES);
        load();
    }

    /** Searches per second and their mean latency, with all threads at work. */
    static CellPoint measure(Profile profile, CellSetup setup) {
        try (CellServer server = new CellServer(profile, setup)) {
            return server.measure();
        }
    }

    private CellPoint measure() {
        int threads = setup.processes() * CellSetup.THREADS;
        window.open(cluster.nanoTime(), TreePool.LONGEST_NANOS);
        startClients();
        runUntilCounted((long) threads * WARM_UP);
        long from = cluster.nanoTime();
        window.open(from, TreePool.LONGEST_NANOS);
        runUntilCounted((long) threads * COUNTED);
        double seconds = (cluster.nanoTime() - from) / 1e9;
        return new CellPoint(window.count() / seconds, window.meanNanos() / 1e3);
    }

    private void runUntilCounted(long target) {
        pool.await(() -> window.count() >= target, "clients do not come to an end");
    }

    private void load() {
        pool.prepare(
                hosts.getFirst(),
                mangrove -> {
                    try (OrderedIndex index = mangrove.createOrdered(INDEX, CellSetup.options())) {
                        index.bulkLoad(new Loaded(), 1);
                        int height = index.statistics().height();
                        if (height != CellSetup.LEVELS) {
                            throw new IllegalStateException("the tree has height " + height);
                        }
                    }
                });
    }

    private void startClients() {
        for (int i = 0; i < setup.processes(); i++) {
            SimHost host = hosts.get(i % hosts.size());
            host.start("process", () -> startThreads(host, pool.connect(host)));
        }
    }

    private void startThreads(SimHost host, Mangrove process) {
        for (int i = 0; i < CellSetup.THREADS; i++) {
            host.start("client", () -> search(host, process.openOrdered(INDEX, setup.view())));
        }
    }

    private void search(Host host, OrderedIndex index) {
        RandomGenerator random = host.random();
        while (true) {
            long key = random.nextLong(CellSetup.KEYS);
            long start = host.nanoTime();
            if (index.getOrDefault(key, -1) != key) {
                throw new IllegalStateException("a key is missing: " + key);
            }
            window.record(start, host.nanoTime());
        }
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** The keys from 0 on, each with itself as value. */
    private static final class Loaded implements Entries {
        private long at = -1;

        @Override
        public boolean next() {
            return ++at < CellSetup.KEYS;
        }

        @Override
        public long key() {
            return at;
        }

        @Override
        public long value() {
            return at;
        }
    }
}
