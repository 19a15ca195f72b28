package dev.mangrove.check;

import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Puts the processes of a run on machines. */
public final class Machines {
    private static final int ALONE_ONE_IN = 4;

    private final SimCluster cluster;
    private final @Nullable SplittableRandom lots;
    private final List<SimHost> servers = new ArrayList<>();

    /**
     * Machines of a cluster.
     *
     * @param lots decides which processes are neighbours; null if each has a machine of its own
     */
    public Machines(SimCluster cluster, @Nullable SplittableRandom lots) {
        this.cluster = cluster;
        this.lots = lots;
    }

    /** The host of a server: on a machine of its own, or beside another server. */
    public SimHost server() {
        SimHost host =
                lots == null || servers.isEmpty() || lots.nextBoolean()
                        ? cluster.addHost()
                        : cluster.addHostBeside(servers.getFirst());
        servers.add(host);
        return host;
    }

    /** The host of clients: mostly beside a server. */
    public SimHost client() {
        return lots == null || lots.nextInt(ALONE_ONE_IN) == 0
                ? cluster.addHost()
                : cluster.addHostBeside(servers.get(lots.nextInt(servers.size())));
    }
}
