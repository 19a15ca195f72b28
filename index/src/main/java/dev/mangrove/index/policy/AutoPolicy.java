package dev.mangrove.index.policy;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.session.ServerBeat;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Chooses the way of a request that costs all clients together less time.
 *
 * <pre>
 * cost(server) = alone(server) + wait(server) + k(server) * wait(server)  + answerBytes * bytePrice
 * cost(client) = alone(client) + ownWait      + k(client) * othersWait    + pageBytes   * bytePrice
 *
 * ownWait      = pageWait * pages + gateWait
 * othersWait   = (pageWait + gateWait / usualPages) * pages
 * bytePrice    = 0 if u &lt;= 0.7, else u / (1 - u) / 2 * u / linkBytesPerSecond
 * </pre>
 *
 * <table>
 *   <caption>Weight k of the time that a request makes others wait in a queue</caption>
 *   <tr><td>server's workers<td>{@code clamp((alone(server) - round) / serviceNanos, 0.25, 4)}: the
 *     worker time of this request, relative to the usual request
 *   <tr><td>card and gate<td>1 for each page where READs are one after the other: a request makes
 *     others wait as long as it waits itself. 4 where they overlap, as then the wait of a request,
 *     divided by its pages, is shorter than that of a READ
 * </table>
 *
 * <ul>
 *   <li>{@code alone} is the time of the request without load: the least measured time of requests
 *       of its class (classes are powers of two of pages). For the server it is also limited by the
 *       service time that the heartbeat reports, for the client by the lowest READ for each page:
 *       the first requests of a class may all have waited, and nothing else would tell.
 *   <li>{@code wait(server)}, {@code pageWait} and {@code gateWait} are moving averages of measured
 *       time above {@code alone}. The averages are long, so that the choice separates small
 *       windows, which go to the card, from large ones. Heartbeats tell of the queue of the
 *       server's workers. When that grows or shrinks, {@code wait(server)} does so by as much, so
 *       that no client has to ask an overloaded server in order to learn its state. What a request
 *       waits for beside that queue, as for a core, only a request can tell.
 *   <li>The waits of a way that the client has not used for a time {@code f = max(20 ms, 64 usual
 *       requests)} fade to {@code wait * f / age}, so that the client tries that way again. What
 *       heartbeats tell of does not fade.
 *   <li>{@code u} is the utilisation of the server's link, at most 0.98. Each byte delays the
 *       packets behind it as in a queue with constant service time.
 * </ul>
 *
 * If both costs differ by less than 2.5 %, the choice is random with logistic probability, so that
 * clients do not all switch at the same time.
 *
 * <p>The constants are a fit to the workloads of {@code ./mangrove reproduce policies};
 * docs/SIMULATOR.md has the results and the sensitivity to them.
 */
public final class AutoPolicy implements AccessPolicy {
    /** Classes of requests, by the binary logarithm of their pages. */
    private static final int CLASSES = 24;

    /** Chosen: a round trip before the first measurement, of a slow network. */
    private static final double FIRST_ROUND_NANOS = 10_000;

    /** Chosen: the time of a page before the first measurement. */
    private static final double FIRST_PAGE_NANOS = 1_000;

    /** Weight of a measurement in a moving average. Chosen: averages over about 50 requests. */
    private static final double WEIGHT = 0.02;

    /** Weight of a heartbeat. Chosen: it follows a change of load within four heartbeats. */
    private static final double HEARTBEAT_WEIGHT = 0.25;

    /** Chosen: two heartbeats. */
    private static final double FADING_NANOS = 20e6;

    /** Chosen: beyond the 50 requests of an average. */
    private static final double FADING_REQUESTS = 64;

    /** Chosen: bounds of k at the server, so that one wrong estimate cannot decide. */
    private static final double LEAST_WEIGHT_AT_SERVER = 0.25;

    /** Chosen: as far from 1 as the lower bound, in proportion. */
    private static final double LARGEST_WEIGHT_AT_SERVER = 4;

    /**
     * Weight k at the card and the gate for READs that overlap. Source: {@code ./mangrove reproduce
     * policies}; with 1.5 to 3, 16 clients lose 6 to 8 % against the better fixed choice.
     */
    private static final double WEIGHT_OF_OVERLAPPING = 4;

    /** Chosen: scale of the logistic choice, relative to the smaller cost. */
    private static final double INDIFFERENCE = 0.005;

    /** Multiples of the scale at which the choice is certain: the error is below 1 %. */
    private static final double CERTAIN = 5;

    /** Growth of a minimum with each measurement. Chosen: an outdated one doubles in 1,400. */
    private static final double MINIMUM_GROWTH = 1.0005;

    /** Chosen: up to this utilisation, packets hardly wait for each other. */
    private static final double QUIET_LINK = 0.7;

    /** Keeps the price of a byte finite. Chosen: a wait of 24 service times. */
    private static final double FULL_LINK = 0.98;

    /** Chosen: margin over the service time that the heartbeat reports. */
    private static final double SLACK = 1.2;

    /** Chosen: the part of a request's time at the server that grows with its pages. */
    private static final double GROWTH = 0.4;

    private static final double NANOS = 1e9;

    private final Host host;
    private final RandomGenerator random;
    private final Supplier<ServerBeat> beats;
    private final double[] leastServed = new double[CLASSES];
    private final double[] leastOffloaded = new double[CLASSES];
    private ServerBeat beat = ServerBeat.NONE;
    private double serverWait;
    private double toldWait;
    private double pageWait;
    private double gateWait;
    private double round = FIRST_ROUND_NANOS;
    private double lowestRead = Double.POSITIVE_INFINITY;
    private long servedAt;
    private long offloadedAt;
    private double bytePrice;
    private double usual;
    private double usualPages = 1;
    private boolean servedSinceBeat;

    /**
     * Creates the policy of a client that has measured nothing yet.
     *
     * @param beats the server's last heartbeat
     */
    public AutoPolicy(Host host, Supplier<ServerBeat> beats) {
        this.host = host;
        this.random = host.random();
        this.beats = beats;
        this.servedAt = host.nanoTime();
        this.offloadedAt = servedAt;
    }

    @Override
    public boolean offloads(RequestEstimate request) {
        ServerBeat last = beats.get();
        if (last.number() != beat.number()) {
            update(last);
        }
        long now = host.nanoTime();
        double byServer = serverCost(request, now);
        double byClient = clientCost(request, now);
        double scale = INDIFFERENCE * Math.min(byServer, byClient) + 1;
        double difference = (byClient - byServer) / scale;
        if (Math.abs(difference) > CERTAIN) {
            return difference < 0;
        }
        return random.nextDouble() * (1 + Math.exp(difference)) < 1;
    }

    /**
     * Moves the server's wait by as much as the queue that heartbeats report has changed, unless
     * this client has measured the wait itself since the last one.
     */
    private void update(ServerBeat news) {
        double queue = (double) news.queueLength() / news.workers() * news.serviceNanos();
        double change = HEARTBEAT_WEIGHT * (queue - toldWait);
        toldWait += change;
        if (!servedSinceBeat) {
            serverWait = Math.max(0, serverWait + change);
        }
        servedSinceBeat = false;
        bytePrice = bytePrice(news);
        beat = news;
    }

    /** Mean wait in a queue with constant service time (M/D/1), per byte. */
    private static double bytePrice(ServerBeat news) {
        double load = Math.min(news.linkUtilisation(), FULL_LINK);
        if (load <= QUIET_LINK) {
            return 0;
        }
        double byteNanos = load * NANOS / Math.max(1, news.linkBytesPerSecond());
        return load / (1 - load) / 2 * byteNanos;
    }

    private double serverCost(RequestEstimate request, long now) {
        double alone = leastServed(request);
        return alone
                + (1 + weightAtServer(alone)) * expectedServerWait(now)
                + bytePrice * request.answerBytes();
    }

    /** The wait that heartbeats tell of stays up to date; the rest fades. */
    private double expectedServerWait(long now) {
        double told = Math.min(toldWait, serverWait);
        return told + faded(serverWait - told, now - servedAt);
    }

    /** Worker time of a request, relative to the usual request. */
    private double weightAtServer(double alone) {
        double usually = beat.serviceNanos();
        return usually > 0
                ? Math.clamp(
                        (alone - round) / usually, LEAST_WEIGHT_AT_SERVER, LARGEST_WEIGHT_AT_SERVER)
                : 1;
    }

    private double clientCost(RequestEstimate request, long now) {
        double own = pageWait * request.pages() + gateWait;
        double others = (pageWait + gateWait / usualPages) * request.pages();
        double wait = own + weightAtCard() * others;
        return leastOffloaded(request)
                + faded(wait, now - offloadedAt)
                + bytePrice * request.pageBytes();
    }

    private double weightAtCard() {
        return Double.isInfinite(lowestRead) ? WEIGHT_OF_OVERLAPPING : 1;
    }

    private double faded(double wait, long age) {
        double fading = Math.max(FADING_NANOS, FADING_REQUESTS * usual);
        return age < fading ? wait : wait * fading / age;
    }

    private double leastServed(RequestEstimate request) {
        double known = known(leastServed, request.pages(), GROWTH);
        double allowed = beat.serviceNanos() * SLACK + round;
        if (known == 0) {
            return allowed;
        }
        return beat.serviceNanos() > 0 ? Math.min(known, Math.max(allowed, known / 4)) : known;
    }

    private double leastOffloaded(RequestEstimate request) {
        double known = known(leastOffloaded, request.pages(), 1);
        double allowed = request.pages() * lowestRead * SLACK;
        double least = known == 0 ? 2 * round + request.pages() * FIRST_PAGE_NANOS : known;
        return Math.min(least, allowed);
    }

    /**
     * The minimum of a request's class, or one scaled from the nearest class with a measurement; 0
     * if there is none.
     */
    private static double known(double[] least, double pages, double growth) {
        int own = classOf(pages);
        for (int away = 0; away < CLASSES; away++) {
            if (own - away >= 0 && least[own - away] > 0) {
                return least[own - away] * (1 + growth * (Math.scalb(1.0, away) - 1));
            }
            if (own + away < CLASSES && least[own + away] > 0) {
                return least[own + away] / (1 + growth * (Math.scalb(1.0, away) - 1));
            }
        }
        return 0;
    }

    private static int classOf(double pages) {
        return Math.clamp(Math.getExponent(pages), 0, CLASSES - 1);
    }

    @Override
    public void served(RequestEstimate request, long nanos) {
        int own = classOf(request.pages());
        double before = leastServed[own];
        leastServed[own] = before == 0 ? nanos : Math.min(before * MINIMUM_GROWTH, (double) nanos);
        serverWait += WEIGHT * (Math.max(0, nanos - leastServed(request)) - serverWait);
        usual += WEIGHT * (nanos - usual);
        servedAt = host.nanoTime();
        servedSinceBeat = true;
    }

    @Override
    public void pageRead(long nanos) {
        lowestRead = Math.min(lowestRead * MINIMUM_GROWTH, (double) nanos);
        round = Math.min(round, lowestRead);
    }

    @Override
    public void offloaded(RequestEstimate request, long nanos, long pages, long gateNanos) {
        int own = classOf(request.pages());
        double before = leastOffloaded[own];
        leastOffloaded[own] =
                before == 0 ? nanos : Math.min(before * MINIMUM_GROWTH, (double) nanos);
        double wait = Math.max(0, nanos - leastOffloaded(request)) / Math.max(1, pages);
        pageWait += WEIGHT * (wait - pageWait);
        gateWait += WEIGHT * (gateNanos - gateWait);
        usualPages += WEIGHT * (Math.max(1, pages) - usualPages);
        usual += WEIGHT * (nanos + gateNanos - usual);
        round = Math.min(round * MINIMUM_GROWTH, (double) nanos / 2);
        offloadedAt = host.nanoTime();
    }
}
