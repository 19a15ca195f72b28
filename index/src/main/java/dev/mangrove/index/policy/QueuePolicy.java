package dev.mangrove.index.policy;

import dev.mangrove.fabric.Host;

import java.util.random.RandomGenerator;

/**
 * Cell, section 2.5: joins the shorter queue. The length of a queue shows in the latency above a
 * round trip. The server works on a request if {@code ls - rtt < m * (lr - rtt)}, where {@code ls}
 * is the latency of a request to the server, {@code lr} that of a READ, {@code m} the READs of a
 * request, and {@code rtt} the lowest latency of a READ so far. Latencies are averages of the last
 * 100 without outliers; one request in 100 takes the way that seems worse, to notice changes;
 * samples older than three seconds are dropped.
 */
public final class QueuePolicy implements AccessPolicy {
    /** Cell, section 2.5: 1 % of requests. */
    private static final double EXPLORING = 0.01;

    /** Cell, section 2.5: three seconds. */
    private static final long OLD_NANOS = 3_000_000_000L;

    private final Host host;
    private final RandomGenerator random;
    private final Samples served = new Samples();
    private final Samples read = new Samples();
    private double lowestRead = Double.MAX_VALUE;

    /** Creates the policy of a client that has measured nothing yet. */
    public QueuePolicy(Host host) {
        this.host = host;
        this.random = host.random();
    }

    @Override
    public boolean offloads(RequestEstimate request) {
        long now = host.nanoTime();
        served.forgetIfOld(now);
        read.forgetIfOld(now);
        if (served.isEmpty() || read.isEmpty()) {
            return !served.isEmpty();
        }
        boolean shorter =
                served.mean() - lowestRead >= request.pages() * (read.mean() - lowestRead);
        return random.nextDouble() < EXPLORING ? !shorter : shorter;
    }

    @Override
    public void served(RequestEstimate request, long nanos) {
        served.add((double) nanos, host.nanoTime());
    }

    @Override
    public void offloaded(RequestEstimate request, long nanos, long pages, long gateNanos) {
        double each = (double) (nanos + gateNanos) / Math.max(1, pages);
        lowestRead = Math.min(lowestRead, each);
        read.add(each, host.nanoTime());
    }

    /** The last 100 samples, without outliers beyond three standard deviations. */
    private static final class Samples {
        /** Cell, section 2.5: a moving average of 100. */
        private static final int MOST = 100;

        /**
         * Chosen: fewer samples give no deviation to judge an outlier by; the paper does not say.
         */
        private static final int ENOUGH = 10;

        /** Cell, section 2.5: three standard deviations. */
        private static final double OUTLIER = 3;

        private final double[] ring = new double[MOST];
        private int next;
        private int size;
        private double sum;
        private double squares;
        private int kept;
        private int discarded;
        private long addedAt;

        boolean isEmpty() {
            return size == 0;
        }

        double mean() {
            return sum / size;
        }

        void add(double sample, long now) {
            addedAt = now;
            if (size >= ENOUGH && isOutlier(sample)) {
                discarded++;
                if (discarded > kept) {
                    clear();
                }
                return;
            }
            if (size == MOST) {
                sum -= ring[next];
                squares -= ring[next] * ring[next];
            } else {
                size++;
            }
            ring[next] = sample;
            next = (next + 1) % MOST;
            sum += sample;
            squares += sample * sample;
            kept++;
            if (kept + discarded >= MOST) {
                kept = 0;
                discarded = 0;
            }
        }

        private boolean isOutlier(double sample) {
            double mean = mean();
            double deviation = Math.sqrt(Math.max(0, squares / size - mean * mean));
            return Math.abs(sample - mean) >= OUTLIER * deviation && deviation > 0;
        }

        void forgetIfOld(long now) {
            if (size > 0 && now - addedAt > OLD_NANOS) {
                clear();
            }
        }

        private void clear() {
            size = 0;
            next = 0;
            sum = 0;
            squares = 0;
            kept = 0;
            discarded = 0;
        }
    }
}
