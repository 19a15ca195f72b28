package dev.mangrove.reproduce.cell;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.reproduce.Comparison;
import dev.mangrove.reproduce.TreePool;
import dev.mangrove.reproduce.Usage;
import dev.mangrove.reproduce.UsageMeter;
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
    private final SimHost host;
    private final TreePool pool;
    private final List<SimHost> hosts = new ArrayList<>();
    private final Window window = new Window();
    private Usage usage = Usage.NONE;

    private CellServer(Profile profile, CellSetup setup) {
        this.setup = setup;
        cluster = new SimCluster(profile, SEED, Faults.NONE, QUANTUM_NANOS, null);
        host = cluster.addHost(profile);
        for (int i = 0; i < CellSetup.CLIENT_HOSTS; i++) {
            hosts.add(cluster.addHost(profile));
        }
        pool = new TreePool(cluster, List.of(host), setup.cores(), MEMORY_BYTES);
        load();
    }

    /** Searches per second and their mean latency, with all threads at work. */
    static CellPoint measure(Profile profile, CellSetup setup) {
        return measure(profile, setup, WARM_UP, COUNTED);
    }

    /** The same with a number of searches of each thread before the measurement, and then. */
    static CellPoint measure(Profile profile, CellSetup setup, long warmUp, long counted) {
        try (CellServer server = new CellServer(profile, setup)) {
            return server.measure(warmUp, counted);
        }
    }

    /** Searches per second, with what they used. */
    static Comparison.Side compared(String name, Profile profile, CellSetup setup) {
        try (CellServer server = new CellServer(profile, setup)) {
            CellPoint point = server.measure(WARM_UP, COUNTED);
            return new Comparison.Side(name, point.thousands(), server.usage);
        }
    }

    /** Bytes on the server's link, both ways, for each search. */
    static double bytesPerSearch(Profile profile, CellSetup setup) {
        try (CellServer server = new CellServer(profile, setup)) {
            long before = server.host.nic().wireBytes();
            server.window.open(server.cluster.nanoTime(), TreePool.LONGEST_NANOS);
            server.startClients();
            server.runUntilCounted((long) setup.processes() * CellSetup.THREADS * COUNTED);
            return (double) (server.host.nic().wireBytes() - before) / server.window.count();
        }
    }

    private CellPoint measure(long warmUp, long counted) {
        int threads = setup.processes() * CellSetup.THREADS;
        window.open(cluster.nanoTime(), TreePool.LONGEST_NANOS);
        startClients();
        runUntilCounted(threads * warmUp);
        UsageMeter meter = new UsageMeter(List.of(host), setup.cores(), hosts, threads);
        long from = cluster.nanoTime();
        window.open(from, TreePool.LONGEST_NANOS);
        runUntilCounted(threads * counted);
        usage = meter.usage();
        return CellPoint.of(window, cluster.nanoTime() - from);
    }

    private void runUntilCounted(long target) {
        pool.await(() -> window.count() >= target, "clients do not come to an end");
    }

    private void load() {
        pool.prepare(
                hosts.getFirst(),
                mangrove -> {
                    try (OrderedIndex index =
                            mangrove.createOrdered(INDEX, setup.nodes().options())) {
                        index.bulkLoad(new Loaded(setup.nodes().keys()), 1);
                        int height = index.statistics().height();
                        if (height != setup.nodes().levels()) {
                            throw new IllegalStateException("the tree has height " + height);
                        }
                    }
                });
    }

    private void startClients() {
        for (int i = 0; i < setup.processes(); i++) {
            SimHost machine = hosts.get(i % hosts.size());
            machine.start("process", () -> startThreads(machine, pool.connect(machine)));
        }
    }

    private void startThreads(SimHost machine, Mangrove process) {
        for (int i = 0; i < CellSetup.THREADS; i++) {
            machine.start(
                    "client", () -> search(machine, process.openOrdered(INDEX, setup.view())));
        }
    }

    private void search(Host machine, OrderedIndex index) {
        RandomGenerator random = machine.random();
        long keys = setup.nodes().keys();
        while (true) {
            long key = random.nextLong(keys);
            long start = machine.nanoTime();
            if (index.getOrDefault(key, -1) != key) {
                throw new IllegalStateException("a key is missing: " + key);
            }
            window.record(start, machine.nanoTime());
        }
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** The keys from 0 on, each with itself as value. */
    private static final class Loaded implements Entries {
        private final long keys;
        private long at = -1;

        Loaded(long keys) {
            this.keys = keys;
        }

        @Override
        public boolean next() {
            return ++at < keys;
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
