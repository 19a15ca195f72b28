package dev.mangrove.sim.hardware;

import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.kernel.Kernel;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Cables and a switch that has bandwidth for all. A packet arrives a fixed time after it was sent,
 * or up to a jitter later. Cards repeat a packet that was lost, so loss is delay; while the cable
 * of a host is cut, nothing passes, and a card gives up after too many retransmissions.
 */
public final class Network {
    /** Returned instead of a time when a packet never arrives. */
    public static final long LOST = Long.MAX_VALUE;

    private final SimCluster cluster;
    private final SplittableRandom random;
    private final long latency;
    private final long jitter;
    private final long patience;
    private long[] cutUntil = new long[8];

    public Network(SimCluster cluster, SplittableRandom random) {
        this.cluster = cluster;
        this.random = random;
        Profile profile = cluster.profile();
        latency = profile.picos("link.ns");
        jitter = profile.picos("link.jitter_ns");
        patience = profile.picos("nic.retry_ns");
    }

    /** Cuts the cable of a host for a while. */
    public void cut(SimHost host, long nanos) {
        if (host.index() >= cutUntil.length) {
            cutUntil = Arrays.copyOf(cutUntil, 2 * host.index());
        }
        long until = cluster.kernel().now() + nanos * Kernel.NANOSECOND;
        cutUntil[host.index()] = Math.max(cutUntil[host.index()], until);
        cluster.trace().fault("cut", host.index(), nanos);
    }

    /**
     * When the last bit of a packet arrives that left at the given time, not before another; or
     * {@link #LOST}.
     */
    public long arrival(SimHost from, SimHost to, long leaves, long notBefore) {
        long sent = leaves;
        if (cluster.injector().disturbsLinks()) {
            sent += cluster.injector().repeats();
            long up = Math.max(cutUntil(from), cutUntil(to));
            if (up > sent) {
                if (up - sent > patience) {
                    return LOST;
                }
                sent = up;
            }
        }
        long arrives = sent + latency + (jitter == 0 ? 0 : random.nextLong(jitter));
        return Math.max(arrives, notBefore);
    }

    /** Time one way without any delay. */
    public long latency() {
        return latency;
    }

    /** How long a card retransmits before it gives up. */
    public long patience() {
        return patience;
    }

    private long cutUntil(SimHost host) {
        return host.index() < cutUntil.length ? cutUntil[host.index()] : 0;
    }
}
