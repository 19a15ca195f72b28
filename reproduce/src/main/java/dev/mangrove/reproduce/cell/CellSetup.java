package dev.mangrove.reproduce.cell;

import dev.mangrove.AccessMode;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;

/**
 * One server of the Cell paper and its clients. A tree of five levels stands for a meganode: few
 * entries per node keep the number of READs and of nodes that the server visits, with fewer keys.
 *
 * @param cores of the server, with a polling worker on each
 * @param processes of clients, on four hosts, with three threads each
 * @param view options of the clients' views
 */
record CellSetup(int cores, int processes, ViewOptions view) {
    /** Hosts of clients, section 4.2. */
    static final int CLIENT_HOSTS = 4;

    /** Threads of a client process, section 4.3. */
    static final int THREADS = 3;

    /** Height of a meganode, section 2.5. */
    static final int LEVELS = 5;

    /** Bytes of a node, section 2.1. */
    private static final int PAGE_BYTES = 1024;

    private static final int FANOUT_BITS = 3;

    /** Keys that fill all levels. */
    static final long KEYS = 1L << (FANOUT_BITS * LEVELS);

    private static final long CACHE_BYTES = 1 << 20;

    /** Clients without a cache (section 4.2). */
    static CellSetup uncached(AccessMode mode, int cores, int processes) {
        ViewOptions view = ViewOptions.DEFAULT.withInPlace(false).withAccess(mode);
        return new CellSetup(cores, processes, view.withCacheBytes(0));
    }

    /** Clients that cache all but the bottom four levels (section 4.1). */
    static CellSetup cached(AccessMode mode, int cores, int processes) {
        ViewOptions view = uncached(mode, cores, processes).view;
        return new CellSetup(
                cores, processes, view.withCacheBytes(CACHE_BYTES).withCachedFrom(LEVELS - 1));
    }

    /** With a fixed share of searches by clients. */
    CellSetup withRatio(double share) {
        return new CellSetup(cores, processes, view.withRatio(share));
    }

    static OrderedOptions options() {
        return OrderedOptions.of(Design.COARSE)
                .withPageSize(PAGE_BYTES)
                .withFanout(1 << FANOUT_BITS);
    }
}
