package dev.mangrove.reproduce.nam;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.sim.hardware.Profile;

/**
 * Parameters of a cluster of the NAM paper and its index.
 *
 * @param design of the index
 * @param servers memory servers
 * @param skewed whether the first server holds most keys; otherwise all servers have equal shares
 * @param keys number of loaded keys
 * @param fill of the loaded pages
 * @param clients number of client threads, on up to six hosts
 * @param place placement of servers and clients
 * @param quantumNanos virtual time that a thread may run ahead of others; small where they contend
 * @param view options of the clients' views
 */
record NamSetup(
        Design design,
        int servers,
        boolean skewed,
        long keys,
        double fill,
        int clients,
        Place place,
        long quantumNanos,
        ViewOptions view) {
    /** Distance between loaded keys; inserts use the keys between them. */
    static final int STRIDE = 16;

    /** Share of the first server's keys, and of the next ones', under skew; section 6.1. */
    private static final double[] SKEW = {80, 12, 5, 3};

    private static final long COARSE_QUANTUM_NANOS = 1_000;

    /**
     * The paper's page holds 62 entries of 8 bytes; ours have 16 bytes, so that 62 need 1.5 KiB.
     */
    static final int PAGE_BYTES = 1536;

    private static final double FILL = 0.95;

    /** The paper's clients cache nothing. */
    private static final ViewOptions PUBLISHED_VIEW = ViewOptions.DEFAULT.withCacheBytes(0);

    /** Placement of servers and clients. */
    enum Place {
        /**
         * Two servers per machine, one far from the card; clients on other machines (section 6).
         */
        PAIRED,
        /** Half a machine per server, half of another one per 20 clients (appendix A.3). */
        APART,
        /** One machine per server with 20 clients (appendix A.3). */
        TOGETHER
    }

    /** Four servers, two per machine. */
    static NamSetup of(Design design, boolean skewed, long keys, int clients) {
        return new NamSetup(
                design,
                4,
                skewed,
                keys,
                FILL,
                clients,
                Place.PAIRED,
                COARSE_QUANTUM_NANOS,
                PUBLISHED_VIEW);
    }

    NamSetup withServers(int number) {
        return new NamSetup(design, number, skewed, keys, fill, clients, place, quantumNanos, view);
    }

    NamSetup withPlace(Place other) {
        return new NamSetup(
                design, servers, skewed, keys, fill, clients, other, quantumNanos, view);
    }

    NamSetup withQuantum(long nanos) {
        return new NamSetup(design, servers, skewed, keys, fill, clients, place, nanos, view);
    }

    /** With other options of the clients' views. */
    NamSetup withView(ViewOptions options) {
        return new NamSetup(
                design, servers, skewed, keys, fill, clients, place, quantumNanos, options);
    }

    /**
     * Whether all clients execute the same number of operations and the last one ends the
     * measurement. This applies where some clients are nearer to a server than others: the paper
     * states that a quarter of all accesses is local, so it weights all clients equally.
     */
    boolean sharesEvenly() {
        return place != Place.PAIRED;
    }

    /** Bandwidth of a memory server's port in one direction. */
    static double linkBytesPerSecond(Profile machine) {
        return machine.value("nic.gbps") / 2 / 8 * 1e9;
    }

    /** Key of the n-th entry. */
    static long key(long n) {
        return n * STRIDE;
    }

    /** Options of the index. */
    OrderedOptions options() {
        return OrderedOptions.of(design)
                .withPageSize(PAGE_BYTES)
                .withPartitioning(Partitioning.byKey(0, key(keys), weights()));
    }

    /** Shares of the keys, by server. */
    double[] weights() {
        double[] weights = new double[servers];
        for (int i = 0; i < servers; i++) {
            weights[i] = skewed ? skew(i) : 1;
        }
        return weights;
    }

    /** The paper gives four shares; each further server has half of the previous one's share. */
    private static double skew(int server) {
        int last = SKEW.length - 1;
        return server <= last ? SKEW[server] : SKEW[last] / (1 << (server - last));
    }
}
