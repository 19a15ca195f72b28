package dev.mangrove.index.policy;

import dev.mangrove.fabric.host.Host;

import java.util.random.RandomGenerator;

/**
 * DEX (VLDB 2024): compares a message with the READs of the pages that the client has no copy of.
 * The server works on a request if
 *
 * <pre>
 * rpc &lt; missing * (read + 40 ns) * 1.2
 *
 * rpc, read  mean latency of the last 50 requests to the server, and of the last 50 READs
 * missing    pages that the client would have to read
 * </pre>
 *
 * One request in 100 takes the way that seems worse, to notice changes.
 */
public final class CacheAwarePolicy implements AccessPolicy {
    /** Samples of a latency. Source: DEX's published code, as are the constants below. */
    private static final int SAMPLES = 50;

    /** Time to search a page that was read. */
    private static final double PAGE_NANOS = 40;

    private static final double LEAD_OF_SERVER = 1.2;
    private static final double EXPLORING = 0.01;

    private final RandomGenerator random;
    private final LatencyWindow served = new LatencyWindow(SAMPLES);
    private final LatencyWindow read = new LatencyWindow(SAMPLES);

    /** Creates the policy of a connection that has measured nothing yet. */
    public CacheAwarePolicy(Host host) {
        this.random = host.random();
    }

    @Override
    public boolean offloads(RequestEstimate request) {
        if (served.isEmpty() || read.isEmpty()) {
            return !served.isEmpty();
        }
        double byClient = request.pages() * (read.mean() + PAGE_NANOS) * LEAD_OF_SERVER;
        boolean reads = served.mean() >= byClient;
        return random.nextDouble() < EXPLORING ? !reads : reads;
    }

    @Override
    public void served(RequestEstimate request, long nanos) {
        served.add((double) nanos);
    }

    @Override
    public void pageRead(long nanos) {
        read.add((double) nanos);
    }

    /** Takes the mean for a sample, as there is nothing better. */
    @Override
    public void pagesRead(long nanos) {
        pageRead(nanos);
    }
}
