package dev.mangrove.reproduce.cell;

import dev.mangrove.Mangrove;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;
import dev.mangrove.index.session.Session;
import dev.mangrove.reproduce.TreePool;
import dev.mangrove.server.Plugin;
import dev.mangrove.sim.Faults;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.util.ArrayList;
import java.util.List;

/**
 * Servers of the Cell paper with one tree of meganodes, and four hosts of clients for each, in
 * virtual time. Each run has processes of its own; the tree stays.
 */
final class CellCluster implements AutoCloseable {
    /** Hosts of clients for each server: figure 5. */
    static final int HOSTS_PER_SERVER = 4;

    static final String INDEX = "cell";

    private static final long SEED = 1;
    private static final long MEMORY_BYTES = 512L << 20;

    private final CellTree tree;
    private final int servers;
    private final SimCluster cluster;
    private final TreePool pool;
    private final List<SimHost> hosts = new ArrayList<>();

    /**
     * Starts servers and loads the tree.
     *
     * @param cores of each server, with a polling worker on each
     */
    CellCluster(Profile profile, CellTree tree, int servers, int cores) {
        this(profile, tree, servers, cores, List.of());
    }

    /** The same with plugins of servers. */
    CellCluster(Profile profile, CellTree tree, int servers, int cores, List<Plugin> plugins) {
        this.tree = tree;
        this.servers = servers;
        cluster = new SimCluster(profile, SEED, Faults.NONE, SimCluster.COARSE_NANOS, null);
        List<SimHost> memory = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            memory.add(cluster.addHost(profile));
        }
        for (int i = 0; i < HOSTS_PER_SERVER * servers; i++) {
            hosts.add(cluster.addHost(profile));
        }
        pool =
                new TreePool(
                        cluster, memory, cores, MEMORY_BYTES, Waiting.POLL, Waiting.POLL, plugins);
        pool.prepare(hosts.getFirst(), this::load);
    }

    private void load(Mangrove mangrove) {
        try (Session session = ClientAccess.of(mangrove).session()) {
            OrderedIndexes.create(session, INDEX, tree.options());
        }
        try (OrderedIndex index = open(mangrove, ViewOptions.DEFAULT)) {
            index.bulkLoad(tree.entries(), tree.fill());
            int height = index.statistics().height();
            if (height != tree.height()) {
                throw new IllegalStateException("the tree has height " + height);
            }
        }
    }

    /** Opens a view without a keeper, so that meganodes stay where they are. */
    static OrderedIndex open(Mangrove process, ViewOptions view) {
        return OrderedIndexes.open(ClientAccess.of(process).session(), INDEX, view);
    }

    /** Views that cache all but the bottom four levels (section 4.1), with a system's access. */
    static ViewOptions view(CellSystem system) {
        return ViewOptions.DEFAULT
                .withInPlace(false)
                .withCachedFrom(CellTree.MEGANODE_LEVEL)
                .withAccess(system.mode());
    }

    /** Views of that kind that search a fixed share of requests themselves. */
    static ViewOptions ratio(double share) {
        return view(CellSystem.CLIENT).withRatio(share);
    }

    /** Starts processes of three threads each, distributed over the hosts. */
    CellRun start(CellWork work, ViewOptions view, int processes) {
        return new CellRun(this, work, view, processes);
    }

    /** Runs clients and measures them: throughput is that of all, when policies have settled. */
    CellPoint measure(CellWork work, ViewOptions view, int processes, long warmUp, long counted) {
        try (CellRun run = start(work, view, processes)) {
            run.warmUp(warmUp);
            return run.measure(counted);
        }
    }

    CellTree tree() {
        return tree;
    }

    int servers() {
        return servers;
    }

    SimCluster cluster() {
        return cluster;
    }

    TreePool pool() {
        return pool;
    }

    /** The host of a client process. */
    SimHost hostOf(int process) {
        return hosts.get(process % hosts.size());
    }

    @Override
    public void close() {
        cluster.close();
    }
}
