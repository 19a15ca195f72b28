package dev.mangrove.reproduce.nam;

import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.Partitioning;
import dev.mangrove.sim.hardware.Profile;

/**
 * A cluster of the NAM paper with an index in it.
 *
 * @param design of the index
 * @param servers memory servers
 * @param skewed whether most keys belong to the first server, or else all have equal shares
 * @param keys in the index before anything is measured
 * @param fill of its pages
 * @param clients threads on up to six machines
 * @param place where servers and clients are
 * @param quantumNanos how far a thread may run ahead of others; small where they contend
 */
record NamSetup(
        Design design,
        int servers,
        boolean skewed,
        long keys,
        double fill,
        int clients,
        Place place,
        long quantumNanos) {
    /** Distance of loaded keys, so that there is room for others between them. */
    static final int STRIDE = 16;

    /** Share of the first server's keys, and of the next ones', under skew; section 6.1. */
    private static final double[] SKEW = {80, 12, 5, 3};

    private static final long COARSE_QUANTUM_NANOS = 1_000;

    /** Our entries have 16 bytes and the paper's 8, so that its 62 to a page need 1.5 KiB. */
    static final int PAGE_BYTES = 1536;

    private static final double FILL = 0.95;

    /** Where servers and clients are. */
    enum Place {
        /** Two memory servers to a machine, one far from the card; clients on others: section 6. */
        PAIRED,
        /** Half a machine for each server, half of another one for 20 clients: appendix A.3. */
        APART,
        /** One machine for each server and 20 clients: appendix A.3. */
        TOGETHER
    }

    /** Four servers, two to a machine. */
    static NamSetup of(Design design, boolean skewed, long keys, int clients) {
        return new NamSetup(
                design, 4, skewed, keys, FILL, clients, Place.PAIRED, COARSE_QUANTUM_NANOS);
    }

    NamSetup withServers(int number) {
        return new NamSetup(design, number, skewed, keys, fill, clients, place, quantumNanos);
    }

    NamSetup withPlace(Place other) {
        return new NamSetup(design, servers, skewed, keys, fill, clients, other, quantumNanos);
    }

    NamSetup withQuantum(long nanos) {
        return new NamSetup(design, servers, skewed, keys, fill, clients, place, nanos);
    }

    /**
     * Whether each client does as much as any other and the last one ends the measurement. Where
     * some are nearer than others to what all need, the paper counts all alike: it says that a
     * quarter of all accesses is local then.
     */
    boolean sharesEvenly() {
        return place != Place.PAIRED;
    }

    /** What the port of one memory server carries, one way. */
    static double linkBytesPerSecond(Profile machine) {
        return machine.value("nic.gbps") / 2 / 8 * 1e9;
    }

    /** Key of the n-th entry. */
    static long key(long n) {
        return n * STRIDE;
    }

    /** What the index is created with. */
    OrderedOptions options() {
        return OrderedOptions.of(design)
                .withPageSize(PAGE_BYTES)
                .withPartitioning(Partitioning.byKey(0, key(keys), weights()));
    }

    /** Keys' shares by server. */
    double[] weights() {
        double[] weights = new double[servers];
        for (int i = 0; i < servers; i++) {
            weights[i] = skewed ? skew(i) : 1;
        }
        return weights;
    }

    /**
     * The paper tells four shares; with more servers each further one has half of the one before.
     */
    private static double skew(int server) {
        int last = SKEW.length - 1;
        return server <= last ? SKEW[server] : SKEW[last] / (1 << (server - last));
    }
}
