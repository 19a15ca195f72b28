package dev.mangrove.sim.hardware;

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

    private final Kernel kernel;
    private final LinkFaults faults;
    private final SplittableRandom random;
    private final long latency;
    private final long jitter;
    private final long patience;
    private long[] cutUntil = new long[8];

    public Network(Kernel kernel, Profile profile, LinkFaults faults, SplittableRandom random) {
        this.kernel = kernel;
        this.faults = faults;
        this.random = random;
        latency = profile.picos("link.ns");
        jitter = profile.picos("link.jitter_ns");
        patience = profile.picos("nic.retry_ns");
    }

    /** Cuts the cable of a host, given by its place in the cluster, for a while. */
    public void cut(int host, long nanos) {
        if (host >= cutUntil.length) {
            cutUntil = Arrays.copyOf(cutUntil, 2 * host);
        }
        long until = kernel.now() + nanos * Kernel.NANOSECOND;
        cutUntil[host] = Math.max(cutUntil[host], until);
    }

    /**
     * When the last bit of a packet between two hosts, given by their places in the cluster,
     * arrives that left at the given time, not before another; or {@link #LOST}.
     */
    public long arrival(int from, int to, long leaves, long notBefore) {
        long sent = leaves;
        if (faults.disturbsLinks()) {
            sent += faults.repeats();
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

    private long cutUntil(int host) {
        return host < cutUntil.length ? cutUntil[host] : 0;
    }
}
