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
 * @param nodes of the tree
 */
record CellSetup(int cores, int processes, ViewOptions view, Nodes nodes) {
    /** Hosts of clients, section 4.2. */
    static final int CLIENT_HOSTS = 4;

    /** Threads of a client process, section 4.3. */
    static final int THREADS = 3;

    /** Height of a meganode, section 2.5. */
    static final int LEVELS = 5;

    /** Bytes of a node, section 2.1. */
    static final int PAGE_BYTES = 1024;

    /** A meganode of nodes with 8 entries. */
    private static final Nodes MEGANODE = new Nodes(PAGE_BYTES, 8, LEVELS);

    private static final long CACHE_BYTES = 1 << 20;

    /** Chosen: room for all inner nodes of the tree, which are 585. */
    private static final long LARGE_CACHE_BYTES = 8 * CACHE_BYTES;

    /** Clients without a cache (section 4.2). */
    static CellSetup uncached(AccessMode mode, int cores, int processes) {
        ViewOptions view = ViewOptions.DEFAULT.withInPlace(false).withAccess(mode);
        return new CellSetup(cores, processes, view.withCacheBytes(0), MEGANODE);
    }

    /** Clients that cache all but the bottom four levels (section 4.1). */
    static CellSetup cached(AccessMode mode, int cores, int processes) {
        ViewOptions view = uncached(mode, cores, processes).view;
        return new CellSetup(
                cores,
                processes,
                view.withCacheBytes(CACHE_BYTES).withCachedFrom(LEVELS - 1),
                MEGANODE);
    }

    /** With clients that cache all inner nodes. */
    CellSetup withAllCached() {
        ViewOptions all = view.withCacheBytes(LARGE_CACHE_BYTES).withCachedFrom(1);
        return new CellSetup(cores, processes, all, nodes);
    }

    /** With another access. */
    CellSetup withAccess(AccessMode mode) {
        return new CellSetup(cores, processes, view.withAccess(mode), nodes);
    }

    /** With a fixed share of searches by clients. */
    CellSetup withRatio(double share) {
        return new CellSetup(cores, processes, view.withRatio(share), nodes);
    }

    /** With a tree of other nodes. */
    CellSetup withNodes(Nodes other) {
        return new CellSetup(cores, processes, view, other);
    }

    /**
     * Nodes of a tree, all of them full.
     *
     * @param bytes of a node
     * @param fanout entries of a node
     * @param levels of the tree
     */
    record Nodes(int bytes, int fanout, int levels) {
        /** Keys that fill all levels. */
        long keys() {
            long keys = 1;
            for (int level = 0; level < levels; level++) {
                keys *= fanout;
            }
            return keys;
        }

        OrderedOptions options() {
            return OrderedOptions.of(Design.COARSE).withPageSize(bytes).withFanout(fanout);
        }
    }
}
