package dev.mangrove.reproduce.nam;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.reproduce.TreePool;
import dev.mangrove.reproduce.UsageMeter;
import dev.mangrove.reproduce.Window;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The product's servers, clients and index on the hosts of the NAM paper, in virtual time. Clients
 * are idle between phases.
 */
final class NamCluster implements AutoCloseable {
    private static final long SEED = 1;
    private static final String INDEX = "nam";

    /**
     * Chosen, with the next: room for the tree and its splits; servers commit memory when it is
     * used.
     */
    private static final long SPARE_BYTES = 256L << 20;

    private static final long BYTES_PER_KEY = 64;

    /** Operations of each client before the measurement. Chosen, not tuned. */
    private static final int WARM_UP = 5;

    /** Measured operations of each client, and of all clients at least. Chosen, not tuned. */
    private static final int COUNTED = 50;

    private static final int LEAST_COUNTED = 12_000;

    /** The same for range queries, in keys: a few messages or batches of pages per client. */
    private static final int WARM_UP_KEYS = 5_000;

    private static final int COUNTED_KEYS = 12_000;
    private static final int SETTLING_QUERIES = 2;

    /**
     * Operations of each client where all execute the same number: enough to load servers evenly.
     */
    private static final int EVEN = 1_000;

    private static final int EVEN_KEYS = 400_000;

    /** Settling queries of each client with fewer than MANY_CLIENTS clients; see settling(). */
    private static final int QUERIES_OF_FEW = 12;

    private static final int MANY_CLIENTS = 100;

    private final NamSetup setup;
    private final int workers;
    private final SimCluster cluster;
    private final NamHosts hosts;
    private final TreePool pool;
    private final List<NamClient> clients = new ArrayList<>();
    private @Nullable NamPhase phase;
    private @Nullable OrderedStatistics shape;

    NamCluster(Profile profile, NamSetup setup) {
        this.setup = setup;
        cluster = new SimCluster(profile, SEED, Faults.NONE, setup.quantumNanos(), null);
        hosts = new NamHosts(cluster, setup);
        workers = (int) Math.round(profile.value("server.workers"));
        pool = new TreePool(cluster, hosts.servers(), workers, memoryLimit());
        load();
        startClients();
    }

    /** The current phase; null between phases. */
    @Nullable NamPhase phase() {
        return phase;
    }

    /** Statistics of the tree after its load. */
    OrderedStatistics shape() {
        OrderedStatistics loaded = shape;
        if (loaded == null) {
            throw new IllegalStateException("the index has not been loaded");
        }
        return loaded;
    }

    /** Measures the first {@code number} clients under a workload. */
    NamPoint measure(NamWork work, int number) {
        Window window = new Window();
        window.open(cluster.nanoTime(), TreePool.LONGEST_NANOS);
        phase = new NamPhase(work, number, window);
        clients.forEach(NamClient::wake);
        runUntilCounted(window, number * warmUp(work, number));
        UsageMeter meter = new UsageMeter(hosts.servers(), workers, hosts.clients(), number);
        long[] before = wireBytes();
        long allBefore = hosts.wireBytes();
        long from = cluster.nanoTime();
        window.open(from, TreePool.LONGEST_NANOS);
        long target = Math.max(LEAST_COUNTED, number * counted(work, number));
        if (setup.sharesEvenly()) {
            phase = new NamPhase(work, number, window, target / number);
        }
        runUntilCounted(window, target / number * number);
        long nanos = cluster.nanoTime() - from;
        double done = (double) window.count() / (work.isRange() ? work.span(setup.keys()) : 1);
        NamPoint point =
                new NamPoint(
                        number,
                        done * 1e9 / nanos,
                        rates(before, wireBytes(), nanos),
                        (hosts.wireBytes() - allBefore) / done,
                        meter.usage());
        rest();
        return point;
    }

    private long warmUp(NamWork work, int number) {
        return work.isRange() ? Math.max(WARM_UP_KEYS, settling(work, number)) : WARM_UP;
    }

    private long counted(NamWork work, int number) {
        boolean evenly = setup.sharesEvenly();
        if (!work.isRange()) {
            return evenly ? EVEN : COUNTED;
        }
        boolean staysAtServers = setup.design() == Design.COARSE;
        return Math.max(
                evenly && staysAtServers ? EVEN_KEYS : COUNTED_KEYS, settling(work, number));
    }

    /**
     * Keys that each client reads before the distribution of clients over servers is steady. In
     * coarse a query stays at one server, so that after some queries most clients wait for the slow
     * servers; few clients need more queries, as their random initial distribution is less even. In
     * the other designs each page is at another server.
     */
    private long settling(NamWork work, int number) {
        int queries = number < MANY_CLIENTS ? QUERIES_OF_FEW : SETTLING_QUERIES;
        return setup.design() == Design.COARSE ? queries * work.span(setup.keys()) : 0;
    }

    /** Verifies the index; throws if it is damaged. */
    void verify() {
        inSession(hosts.clients().getFirst(), index -> index.verify().orThrow());
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** Room for all pages on one server, which skew may require, and for added pages. */
    private long memoryLimit() {
        return SPARE_BYTES + setup.keys() * BYTES_PER_KEY;
    }

    private void load() {
        inSession(
                hosts.clients().getFirst(),
                index -> {
                    index.bulkLoad(new Loaded(setup.keys()), setup.fill());
                    shape = index.statistics();
                });
    }

    private void startClients() {
        List<Mangrove> processes = new ArrayList<>();
        for (SimHost host : hosts.clients()) {
            host.start("connect", () -> processes.add(pool.connect(host)));
        }
        pool.await(() -> processes.size() == hosts.clients().size(), "clients do not connect");
        for (int i = 0; i < setup.clients(); i++) {
            int machine = hosts.machineOf(i);
            SimHost host = hosts.clients().get(machine);
            NamClient client = new NamClient(this, host, i, setup.keys());
            clients.add(client);
            host.start("client", () -> client.run(open(processes.get(machine))));
        }
    }

    private OrderedIndex open(Mangrove mangrove) {
        return mangrove.openOrdered(INDEX, setup.view());
    }

    /** Runs {@code body} with a view of the index and waits for its end. */
    private void inSession(SimHost host, Consumer<OrderedIndex> body) {
        pool.prepare(
                host,
                mangrove -> {
                    if (shape == null) {
                        mangrove.createOrdered(INDEX, setup.options()).close();
                    }
                    try (OrderedIndex index = open(mangrove)) {
                        body.accept(index);
                    }
                });
    }

    /** Ends the phase and waits until all clients are idle. */
    private void rest() {
        phase = null;
        pool.await(() -> clients.stream().allMatch(NamClient::isResting), "clients do not rest");
    }

    private void runUntilCounted(Window window, long target) {
        pool.await(() -> window.count() >= target, "clients do not come to an end");
    }

    private long[] wireBytes() {
        return hosts.servers().stream().mapToLong(host -> host.nic().wireBytes()).toArray();
    }

    private static List<Double> rates(long[] before, long[] after, long nanos) {
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < before.length; i++) {
            rates.add((after[i] - before[i]) * 1e9 / nanos);
        }
        return rates;
    }

    /** Loaded entries; an entry's value is its position. */
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
            return NamSetup.key(at);
        }

        @Override
        public long value() {
            return at;
        }
    }
}
