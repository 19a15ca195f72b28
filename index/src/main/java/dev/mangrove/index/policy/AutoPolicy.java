package dev.mangrove.index.policy;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.session.ServerBeat;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Chooses what costs all clients together less. A way's cost has three parts:
 *
 * <ul>
 *   <li>what the request takes when nobody else is there: the least that was seen of requests of
 *       about as many pages, for the server also no more than its heartbeat's service time allows;
 *   <li>what it waits in the queue of that way, the server's workers, the card or the gate; and
 *       what others wait because of it, at the server as long, if it takes a worker as long as
 *       others do, and several times as long at the card and the gate, for each page that it reads;
 *   <li>where the link is loaded, its bytes, at the price of the delay they are to others.
 * </ul>
 *
 * Waits are averages of what was measured, of many requests: windows of many sizes must be parted
 * sharply, the small ones to the card. Those of the way not taken fade with time and with requests,
 * so that it is tried again if it may be better, but not by every few requests; and a server's
 * queue is known from its heartbeats, so a server that stays overloaded need not be asked to find
 * that out. Near the point where both cost the same the choice is by chance, so that clients do not
 * all change their minds together.
 */
public final class AutoPolicy implements AccessPolicy {
    private static final int CLASSES = 24;
    private static final double FIRST_ROUND_NANOS = 10_000;
    private static final double FIRST_PAGE_NANOS = 1_000;
    private static final double WEIGHT = 0.02;
    private static final double HEARD = 0.25;
    private static final double FADING_NANOS = 20e6;
    private static final double FADING_REQUESTS = 64;
    private static final double LIGHT = 0.25;
    private static final double HEAVY = 4;
    private static final double READERS = 4;
    private static final double UNSURE = 0.005;
    private static final double CLEAR = 5;
    private static final double CREEP = 1.0005;
    private static final double QUIET_LINK = 0.7;
    private static final double FULL_LINK = 0.98;
    private static final double SLACK = 1.2;
    private static final double GROWTH = 0.4;
    private static final double NANOS = 1e9;

    private final Host host;
    private final RandomGenerator random;
    private final Supplier<ServerBeat> beats;
    private final double[] leastServed = new double[CLASSES];
    private final double[] leastOffloaded = new double[CLASSES];
    private ServerBeat beat = ServerBeat.NONE;
    private double serverWait;
    private double pageWait;
    private double gateWait;
    private double round = FIRST_ROUND_NANOS;
    private long servedAt;
    private long offloadedAt;
    private double bytePrice;
    private double usual;
    private double usualPages = 1;
    private boolean servedSinceBeat;

    /**
     * Of a client that has measured nothing yet.
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
            hear(last);
        }
        double byServer = serverCost(request);
        double byClient = clientCost(request);
        double scale = UNSURE * Math.min(byServer, byClient) + 1;
        double difference = (byClient - byServer) / scale;
        if (Math.abs(difference) > CLEAR) {
            return difference < 0;
        }
        return random.nextDouble() * (1 + Math.exp(difference)) < 1;
    }

    /**
     * Moves towards what the server says of its queue, unless we know better from our own request.
     */
    private void hear(ServerBeat news) {
        double queue = (double) news.queueLength() / news.workers() * news.serviceNanos();
        if (!servedSinceBeat) {
            serverWait += HEARD * (queue - serverWait);
            servedAt = host.nanoTime();
        }
        servedSinceBeat = false;
        bytePrice = bytePrice(news);
        beat = news;
    }

    /** Packets are about of one length, so that each waits for half of what is under way. */
    private static double bytePrice(ServerBeat news) {
        double load = Math.min(news.linkUtilisation(), FULL_LINK);
        if (load <= QUIET_LINK) {
            return 0;
        }
        double byteNanos = load * NANOS / Math.max(1, news.linkBytesPerSecond());
        return load / (1 - load) / 2 * byteNanos;
    }

    private double serverCost(RequestEstimate request) {
        double alone = leastServed(request);
        return alone
                + (1 + weightAtServer(alone)) * faded(serverWait, servedAt)
                + bytePrice * request.answerBytes();
    }

    /** How long a worker is busy with a request, beside all that the server is asked for. */
    private double weightAtServer(double alone) {
        double usually = beat.serviceNanos();
        return usually > 0 ? Math.clamp((alone - round) / usually, LIGHT, HEAVY) : 1;
    }

    private double clientCost(RequestEstimate request) {
        double own = pageWait * request.pages() + gateWait;
        double others = (pageWait + gateWait / usualPages) * request.pages();
        double wait = own + READERS * others;
        return leastOffloaded(request) + faded(wait, offloadedAt) + bytePrice * request.pageBytes();
    }

    private double faded(double wait, long measuredAt) {
        double age = host.nanoTime() - measuredAt;
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
        return known == 0 ? 2 * round + request.pages() * FIRST_PAGE_NANOS : known;
    }

    /** The least of a request's class, or of the nearest class that is known; 0 if none is. */
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
        leastServed[own] = before == 0 ? nanos : Math.min(before * CREEP, (double) nanos);
        serverWait += WEIGHT * (Math.max(0, nanos - leastServed(request)) - serverWait);
        usual += WEIGHT * (nanos - usual);
        servedAt = host.nanoTime();
        servedSinceBeat = true;
    }

    @Override
    public void offloaded(RequestEstimate request, long nanos, long pages, long gateNanos) {
        int own = classOf(request.pages());
        double before = leastOffloaded[own];
        leastOffloaded[own] = before == 0 ? nanos : Math.min(before * CREEP, (double) nanos);
        double wait = Math.max(0, nanos - leastOffloaded[own]) / Math.max(1, pages);
        pageWait += WEIGHT * (wait - pageWait);
        gateWait += WEIGHT * (gateNanos - gateWait);
        usualPages += WEIGHT * (Math.max(1, pages) - usualPages);
        usual += WEIGHT * (nanos + gateNanos - usual);
        round = Math.min(round * CREEP, (double) nanos / 2);
        offloadedAt = host.nanoTime();
    }
}
