package dev.mangrove.index.policy;

import dev.mangrove.fabric.host.Host;

import java.util.random.RandomGenerator;

/**
 * Cell, section 2.5: joins the shorter queue. The length of a queue shows in the latency above a
 * round trip. The server works on a request if
 *
 * <pre>
 * ls - rtt &lt; m * (lr - rtt)
 *
 * ls   mean latency of the last 100 requests to the server
 * lr   mean latency of the last 100 READs, each READ of a request counted for itself
 * m    pages that the request looks at; the rule knows nothing of cached copies
 * rtt  lowest latency of a READ so far
 * </pre>
 *
 * <ul>
 *   <li>A sample 3 standard deviations or more from its mean is dropped. If more than half of the
 *       last 100 samples of a latency were dropped, all samples of the connection are.
 *   <li>One request in 100 takes the way that seems worse, to notice changes.
 *   <li>All samples are dropped if the connection has not been used for 3 seconds.
 * </ul>
 *
 * The policy keeps no pair of samples per thread: all threads that share a connection shall share
 * its policy.
 */
public final class QueuePolicy implements AccessPolicy {
    /** Cell, section 2.5: 1 % of requests. */
    private static final double EXPLORING = 0.01;

    /** Cell, section 2.5: three seconds. */
    private static final long IDLE_NANOS = 3_000_000_000L;

    private final Host host;
    private final RandomGenerator random;
    private final Filtered served = new Filtered();
    private final Filtered read = new Filtered();
    private double lowestRead = Double.MAX_VALUE;
    private long usedAt;

    /** Creates the policy of a connection that has measured nothing yet. */
    public QueuePolicy(Host host) {
        this.host = host;
        this.random = host.random();
        this.usedAt = host.nanoTime();
    }

    @Override
    public boolean offloads(RequestEstimate request) {
        long now = host.nanoTime();
        if (now - usedAt > IDLE_NANOS) {
            forget();
        }
        usedAt = now;
        if (served.isEmpty() || read.isEmpty()) {
            return !served.isEmpty();
        }
        double serverQueue = served.mean() - lowestRead;
        double cardQueue = request.levels() * (read.mean() - lowestRead);
        boolean joinsCard = serverQueue >= cardQueue;
        return random.nextDouble() < EXPLORING ? !joinsCard : joinsCard;
    }

    @Override
    public void served(RequestEstimate request, long nanos) {
        add(served, nanos);
    }

    @Override
    public void pageRead(long nanos) {
        lowestRead = Math.min(lowestRead, (double) nanos);
        add(read, nanos);
    }

    /** Takes the mean for a sample, as there is nothing better. */
    @Override
    public void pagesRead(long nanos) {
        pageRead(nanos);
    }

    private void add(Filtered samples, long nanos) {
        usedAt = host.nanoTime();
        samples.add((double) nanos);
        if (samples.dropsMost()) {
            forget();
        }
    }

    /** Drops all samples; the lowest READ stays, as the wires do. */
    private void forget() {
        served.clear();
        read.clear();
    }

    /** The last samples without outliers, and how many of the last ones were outliers. */
    private static final class Filtered {
        /** Cell, section 2.5: a moving average of 100. */
        private static final int SAMPLES = 100;

        /** Cell, section 2.5: three standard deviations. */
        private static final double OUTLIER = 3;

        /**
         * Chosen: fewer samples give no deviation to judge an outlier by; the paper does not say.
         */
        private static final int ENOUGH = 10;

        private final LatencyWindow kept = new LatencyWindow(SAMPLES);
        private final boolean[] wasDropped = new boolean[SAMPLES];
        private int next;
        private int seen;
        private int dropped;

        boolean isEmpty() {
            return kept.isEmpty();
        }

        double mean() {
            return kept.mean();
        }

        void add(double sample) {
            boolean drops = kept.size() >= ENOUGH && isOutlier(sample);
            if (!drops) {
                kept.add(sample);
            }
            if (seen == SAMPLES) {
                dropped -= wasDropped[next] ? 1 : 0;
            } else {
                seen++;
            }
            wasDropped[next] = drops;
            dropped += drops ? 1 : 0;
            next = (next + 1) % SAMPLES;
        }

        private boolean isOutlier(double sample) {
            double deviation = kept.deviation();
            return deviation > 0 && Math.abs(sample - kept.mean()) >= OUTLIER * deviation;
        }

        /** Whether more of the last samples were dropped than kept. */
        boolean dropsMost() {
            return dropped > seen - dropped;
        }

        void clear() {
            kept.clear();
            next = 0;
            seen = 0;
            dropped = 0;
        }
    }
}
