package dev.mangrove.index.policy;

import dev.mangrove.AccessMode;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.Link;
import dev.mangrove.index.session.Pool;
import dev.mangrove.index.session.ServerBeat;
import dev.mangrove.index.session.Session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The policies of one process, one for each server and access mode. All threads report to it what
 * they measure, so that it learns as many times faster as there are threads.
 */
public final class ConnectionPolicies {
    private final Map<Key, AccessPolicy> policies = new ConcurrentHashMap<>();

    private ConnectionPolicies() {}

    /** A run of a server, and what decides. */
    private record Key(int server, long instance, AccessMode mode, double ratio) {}

    /** The policies of a client, which all its threads share. */
    public static ConnectionPolicies of(Pool pool) {
        return pool.shared(ConnectionPolicies.class, ConnectionPolicies::new);
    }

    /**
     * The policy of a server.
     *
     * @param ratio share of requests that the client works on with {@link AccessMode#RATIO}
     */
    public AccessPolicy policy(Session session, int server, AccessMode mode, double ratio) {
        Link link = session.link(server);
        double share = mode == AccessMode.RATIO ? ratio : 0;
        return policies.computeIfAbsent(
                new Key(server, link.instance(), mode, share),
                key ->
                        new SharedPolicy(
                                create(
                                        mode,
                                        ratio,
                                        session.host(),
                                        session.pool().beats(server),
                                        link.heartbeatNanos())));
    }

    /** Creates a policy for one thread. */
    public static AccessPolicy create(
            AccessMode mode,
            double ratio,
            Host host,
            Supplier<ServerBeat> beats,
            long heartbeatNanos) {
        return switch (mode) {
            case SERVER -> new RatioPolicy(host.random(), 0);
            case CLIENT -> new RatioPolicy(host.random(), 1);
            case RATIO -> new RatioPolicy(host.random(), ratio);
            case BACKOFF -> new BackoffPolicy(host, beats, heartbeatNanos);
            case QUEUE -> new QueuePolicy(host);
            case CACHE_AWARE -> new CacheAwarePolicy(host);
            case AUTO -> new AutoPolicy(host, beats);
        };
    }
}
