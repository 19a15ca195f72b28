package dev.mangrove.reproduce.sherman;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.ordered.Zipfian;
import dev.mangrove.bench.published.Published;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.reproduce.TreePool;
import dev.mangrove.reproduce.UsageMeter;
import dev.mangrove.reproduce.Window;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.util.ArrayList;
import java.util.List;

/**
 * The cluster of the Sherman paper: eight hosts, each a memory server and a process of client
 * threads that share a card and a cache.
 */
final class ShermanCluster implements AutoCloseable {
    /** Client threads per host; section 5. */
    static final int THREADS = 22;

    private static final int HOSTS = 8;
    private static final long SEED = 1;

    /**
     * Chosen: far below a verb; a larger one runs faster, but latches are taken in coarser order.
     */
    private static final long QUANTUM_NANOS = 100;

    /** Section 5: loaded 80 % full. */
    private static final double FILL = 0.8;

    private static final String INDEX = "sherman";

    /**
     * Chosen, with the next: room for the tree and its splits; servers commit memory when it is
     * used.
     */
    private static final long SPARE_BYTES = 64L << 20;

    private static final long BYTES_PER_KEY = 64;

    /**
     * Operations after which a measurement may end early, as its latencies are stable. Chosen, not
     * tuned.
     */
    private static final long ENOUGH = 100_000;

    private static final long STEP_NANOS = 1_000_000;

    /** Number of popularity ranks: the paper's number of keys, so that hot keys are equally hot. */
    private static final long RANKS = 1_000_000_000;

    /** Argument for uniform workloads, which do not use the Zipf distribution. */
    private static final double ANY_SKEW = 0.5;

    /** Two of every OF keys of the key space are loaded; section 5. */
    private static final int OF = 3;

    private final SimCluster cluster;
    private final TreePool pool;
    private final List<SimHost> hosts = new ArrayList<>();
    private final List<Mangrove> processes = new ArrayList<>();
    private final long keySpace;
    private final boolean asPublished;
    private final ShermanSystem system;
    private final int workers;

    ShermanCluster(Profile profile, ShermanSystem system, boolean asPublished, long keySpace) {
        this.keySpace = keySpace;
        this.asPublished = asPublished;
        this.system = system;
        cluster = new SimCluster(profile, SEED, Faults.NONE, QUANTUM_NANOS, null);
        for (int i = 0; i < HOSTS; i++) {
            hosts.add(cluster.addHost());
        }
        workers = (int) Math.round(profile.value("server.workers"));
        pool = new TreePool(cluster, hosts, workers, SPARE_BYTES + keySpace * BYTES_PER_KEY);
        pool.prepare(
                hosts.getFirst(),
                mangrove -> {
                    try (OrderedIndex index = mangrove.createOrdered(INDEX, system.options())) {
                        index.bulkLoad(new Loaded(keySpace), FILL);
                    }
                });
        for (SimHost host : hosts) {
            host.start("connect", () -> processes.add(pool.connect(host)));
        }
        pool.await(() -> processes.size() == HOSTS, "clients do not connect");
    }

    /**
     * Starts threads on each host, warms up their caches, and measures.
     *
     * @param together operations that a thread executes at a time
     * @param nanos maximum of the measured virtual time; it ends earlier after ENOUGH operations
     */
    ShermanPoint measure(
            ShermanWork work, int threads, int together, long warmUpNanos, long nanos) {
        Window window = new Window();
        Zipfian popularity = new Zipfian(RANKS, work.skew() == 0 ? ANY_SKEW : work.skew());
        int[] ready = new int[1];
        for (int i = 0; i < HOSTS; i++) {
            SimHost host = hosts.get(i);
            Mangrove process = processes.get(i);
            for (int thread = 0; thread < threads; thread++) {
                ShermanClient client =
                        new ShermanClient(host, work, together, popularity, window, keySpace);
                host.start(
                        "client",
                        () -> {
                            OrderedIndex index = open(process);
                            ready[0]++;
                            client.run(index);
                        });
            }
        }
        pool.await(() -> ready[0] == HOSTS * threads, "clients do not start");
        cluster.run(warmUpNanos);
        UsageMeter meter = new UsageMeter(hosts, workers, hosts, HOSTS * threads);
        window.open(cluster.nanoTime(), TreePool.LONGEST_NANOS);
        long ran = 0;
        while (ran < nanos && window.count() < ENOUGH) {
            cluster.run(STEP_NANOS);
            ran += STEP_NANOS;
        }
        return ShermanPoint.of(window, ran, meter.usage());
    }

    private OrderedIndex open(Mangrove process) {
        return asPublished
                ? Published.openOrdered(
                        ClientAccess.of(process).session(),
                        INDEX,
                        Design.SHERMAN,
                        ViewOptions.DEFAULT)
                : process.openOrdered(INDEX, system.view());
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** Two of every three keys of the key space, in order. */
    private static final class Loaded implements Entries {
        private final long keySpace;
        private long at = -1;

        Loaded(long keySpace) {
            this.keySpace = keySpace;
        }

        @Override
        public boolean next() {
            at += (at + 1) % OF == OF - 1 ? 2 : 1;
            return at < keySpace;
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
