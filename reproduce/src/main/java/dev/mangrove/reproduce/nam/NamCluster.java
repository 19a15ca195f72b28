package dev.mangrove.reproduce.nam;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedStatistics;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.reproduce.TreePool;
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
 * Real memory servers, clients and an index on the machines of the NAM paper, in virtual time.
 * Clients do nothing but in a phase.
 */
final class NamCluster implements AutoCloseable {
    private static final long SEED = 1;
    private static final String INDEX = "nam";
    private static final long SPARE_BYTES = 256L << 20;
    private static final long BYTES_PER_KEY = 64;

    /** Operations of each client before they count, and while they do. */
    private static final int WARM_UP = 5;

    private static final int COUNTED = 50;
    private static final int LEAST_COUNTED = 12_000;

    /** The same in keys for range queries: a few messages or batches of pages for each client. */
    private static final int WARM_UP_KEYS = 5_000;

    private static final int COUNTED_KEYS = 12_000;
    private static final int SETTLING_QUERIES = 2;

    /** What each client does where all do as much: enough for servers to have even shares, too. */
    private static final int EVEN = 1_000;

    private static final int EVEN_KEYS = 400_000;

    /** Where there are few clients, so that it is not by chance how many of them a server has. */
    private static final int QUERIES_OF_FEW = 12;

    private static final int MANY_CLIENTS = 100;

    private final NamSetup setup;
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
        int workers = (int) Math.round(profile.value("server.workers"));
        pool = new TreePool(cluster, hosts.servers(), workers, memoryLimit());
        load();
        startClients();
    }

    /** What clients do now; null for nothing. */
    @Nullable NamPhase phase() {
        return phase;
    }

    /** The tree as it was loaded. */
    OrderedStatistics shape() {
        OrderedStatistics loaded = shape;
        if (loaded == null) {
            throw new IllegalStateException("nothing is loaded");
        }
        return loaded;
    }

    /** Lets some clients work and measures them. */
    NamPoint measure(NamWork work, int number) {
        Window window = new Window();
        window.open(cluster.nanoTime(), TreePool.LONGEST_NANOS);
        phase = new NamPhase(work, number, window);
        clients.forEach(NamClient::wake);
        runUntilCounted(window, number * warmUp(work, number));
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
                        (hosts.wireBytes() - allBefore) / done);
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
     * Keys that each client must have read before it no longer matters how they all began: in
     * coarse a query stays with one server, so that after some of them most are at the slow ones.
     * In the other designs each page is at another server.
     */
    private long settling(NamWork work, int number) {
        int queries = number < MANY_CLIENTS ? QUERIES_OF_FEW : SETTLING_QUERIES;
        return setup.design() == Design.COARSE ? queries * work.span(setup.keys()) : 0;
    }

    /** Proves that the index is whole. */
    void verify() {
        inSession(hosts.clients().getFirst(), index -> index.verify().orThrow());
    }

    @Override
    public void close() {
        cluster.close();
    }

    /** Room for all pages on one server, as skew may want it, and for those that are added. */
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

    private static OrderedIndex open(Mangrove mangrove) {
        // The paper's clients cache nothing.
        return mangrove.openOrdered(INDEX, ViewOptions.DEFAULT.withCacheBytes(0));
    }

    /** Runs something with a view of the index and waits for its end. */
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

    /** Ends the phase and waits until all clients have noticed. */
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

    /** Keys in order, each with its number as value. */
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
