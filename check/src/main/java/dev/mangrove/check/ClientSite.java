package dev.mangrove.check;

import dev.mangrove.AccessMode;
import dev.mangrove.ConnectOptions;
import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.check.ordered.OrderedSource;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.sim.SimHost;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The host of clients, and how they open the index.
 *
 * @param host of the clients
 * @param servers URIs of the servers
 * @param waiting of the clients for messages
 * @param source opens the index
 * @param name of the index
 * @param access of the views
 * @param hasMeganodes whether the index has meganodes, and clients may have paths to them
 * @param timeout of the clients' requests
 */
public record ClientSite(
        SimHost host,
        List<URI> servers,
        Waiting waiting,
        OrderedSource source,
        String name,
        AccessMode access,
        boolean hasMeganodes,
        Duration timeout) {
    /** Chosen: a few inner pages, so that descents mix cached and uncached levels. */
    private static final long SMALL_CACHE = 4 << 10;

    private static final long LARGE_CACHE = 1 << 20;

    /** Chosen: fewer paths than there are meganodes. */
    private static final long FEW_PATHS = 3 * 48;

    /** Connects to the pool through the first server that can be reached. */
    public Mangrove connect(RandomGenerator random) {
        ConnectOptions options = ConnectOptions.DEFAULT.withWaiting(waiting).withTimeout(timeout);
        int start = random.nextInt(servers.size());
        @Nullable MangroveException last = null;
        for (int i = 0; i < servers.size(); i++) {
            try {
                return Mangrove.connect(servers.get((start + i) % servers.size()), options, host);
            } catch (MangroveException e) {
                last = e;
            }
        }
        throw last == null ? new IllegalStateException("no servers") : last;
    }

    /** Opens a view for the calling thread, with or without a cache and paths. */
    public OrderedIndex open(Mangrove mangrove, RandomGenerator random) {
        long cache =
                switch (random.nextInt(3)) {
                    case 0 -> 0;
                    case 1 -> SMALL_CACHE;
                    default -> LARGE_CACHE;
                };
        ViewOptions options = ViewOptions.DEFAULT.withCacheBytes(cache).withAccess(access);
        return source.open(mangrove, name, hasMeganodes ? withPaths(options, random) : options);
    }

    private static ViewOptions withPaths(ViewOptions options, RandomGenerator random) {
        return switch (random.nextInt(3)) {
            case 0 -> options.withPathBytes(0);
            case 1 -> options.withPathBytes(FEW_PATHS);
            default -> options;
        };
    }

    /** Opens a view while no other client, nor a thread of this one, changes the index. */
    public OrderedIndex openAlone(Mangrove mangrove) {
        return source.openAlone(mangrove, name, ViewOptions.DEFAULT);
    }
}
