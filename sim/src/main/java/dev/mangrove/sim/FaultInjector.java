package dev.mangrove.sim;

import dev.mangrove.sim.Faults.Kind;
import dev.mangrove.sim.hardware.LinkFaults;
import dev.mangrove.sim.kernel.Event;
import dev.mangrove.sim.kernel.Kernel;

import java.util.SplittableRandom;

/** Draws the faults of a run from its seed and injects them. */
public final class FaultInjector implements LinkFaults {
    private static final long MICROSECOND = 1_000 * Kernel.NANOSECOND;

    /** Chosen: about a round trip of the usual profile, so that other requests fall in between. */
    private static final long LONGEST_SPREAD = 4 * MICROSECOND;

    /**
     * In some runs a READ lasts longer than a whole split by verbs, so that it sees both sides, and
     * in some a WRITE stays behind others for as long.
     */
    private static final long LONGEST_SLOW_SPREAD = 64 * MICROSECOND;

    /** Chosen: most runs keep their speed. */
    private static final int SLOW_ONE_IN = 3;

    /** Chosen: several round trips; a real card's timeout would only stretch virtual time. */
    private static final long REPEAT_AFTER = 16 * MICROSECOND;

    /**
     * Chosen, as the next two: each kind of fault happens several times in a run, and most
     * operations still end normally.
     */
    private static final int ONE_IN_PACKETS = 50;

    private static final int ONE_IN_REQUESTS = 3;
    private static final int ONE_IN_ATOMICS = 200;

    /** Chosen: a run of some milliseconds has several pauses per host. */
    private static final long MEAN_BETWEEN = 300 * MICROSECOND;

    /** Chosen: bounds a run whose threads only wait for the disturbances to end. */
    private static final int MOST_DISTURBANCES = 64;

    /** Chosen: in most runs some host crashes, and some survive to be checked. */
    private static final int CRASHING_ONE_IN = 4;

    /**
     * Requests, or accesses in place, before the crash. Chosen: of the order of what one client of
     * a check makes, so that a crash falls anywhere in its work.
     */
    private static final int MOST_BEFORE_CRASH = 300;

    private static final int MOST_ACCESSES_BEFORE_CRASH = 20_000;

    /** Chosen: servers of some designs use their memory for hardly more than to allocate pages. */
    private static final int[] SERVER_ACCESSES = {40, 1_000, MOST_ACCESSES_BEFORE_CRASH};

    /** Chosen: so that most runs with long pauses have one, and some have several. */
    private static final int STOPPING_ONE_IN = 2;

    /** Chosen: a lease is 1 s, and waiters ask about a holder every 50 ms. */
    private static final long SHORTEST_STOP_NANOS = 1_100_000_000L;

    private static final long LONGEST_STOP_NANOS = 3_000_000_000L;

    private final Kernel kernel;
    private final Faults faults;
    private final SplittableRandom random;
    private final boolean disturbsLinks;
    private final boolean breaksChannels;
    private final boolean isQuiet;
    private final long longestRead;
    private final long longestBehind;
    private final FaultCounts counts = new FaultCounts();
    private long stoppedNanos;

    FaultInjector(Kernel kernel, Faults faults, SplittableRandom random) {
        this.kernel = kernel;
        this.faults = faults;
        this.random = random;
        isQuiet = faults.kinds().isEmpty();
        disturbsLinks = faults.has(Kind.LOSS) || faults.has(Kind.CUTS) || faults.has(Kind.FLAPS);
        breaksChannels = !isQuiet;
        longestRead = longest(Kind.TORN_READS);
        longestBehind = longest(Kind.REORDERED_WRITES);
    }

    private long longest(Kind kind) {
        boolean slow = faults.has(kind) && random.nextInt(SLOW_ONE_IN) == 0;
        return slow ? LONGEST_SLOW_SPREAD : LONGEST_SPREAD;
    }

    /** Counts a fault that has happened. */
    void count(InjectedFault fault) {
        counts.count(fault);
    }

    FaultCounts counts() {
        return counts;
    }

    /** How often a fault has happened. */
    public long happened(InjectedFault fault) {
        return counts.of(fault);
    }

    /** Counts a long pause. */
    void countStop(long nanos) {
        count(InjectedFault.LONG_PAUSE);
        stoppedNanos += nanos;
    }

    /** Length of all long pauses so far; an operation may take that much longer. */
    public long stoppedNanos() {
        return stoppedNanos;
    }

    private long counted(long nanos, InjectedFault fault) {
        if (nanos > 0) {
            count(fault);
        }
        return nanos;
    }

    /** Whether nothing ever goes wrong. */
    public boolean isQuiet() {
        return isQuiet;
    }

    @Override
    public boolean disturbsLinks() {
        return disturbsLinks;
    }

    /** Whether requests may outlive their channel, so that their data must be kept with them. */
    public boolean breaksChannels() {
        return breaksChannels;
    }

    /** Whether faults of a kind may happen. */
    public boolean has(Kind kind) {
        return faults.has(kind);
    }

    /** Draws the pauses, cuts and slowness of a host. */
    void onHost(SimHost host) {
        if (faults.has(Kind.SLOW_HOSTS) && random.nextInt(4) == 0) {
            count(InjectedFault.SLOW_HOST);
            host.slow(1 + random.nextInt(16));
        }
        boolean disturbed =
                faults.has(Kind.PAUSES) || faults.has(Kind.FLAPS) || faults.has(Kind.CUTS);
        if (disturbed) {
            new Disturbance(host).plan();
        }
    }

    /** Draws whether and when a host dies as a client; servers are clients of each other. */
    void onFirstPost(SimHost host) {
        if (faults.has(Kind.CLIENT_CRASH) && random.nextInt(CRASHING_ONE_IN) == 0) {
            int posts = 1 + random.nextInt(MOST_BEFORE_CRASH);
            if (!host.isServer()) {
                host.crashAtPost(posts);
            }
        }
        if (stops(host)) {
            host.stopAtPost(1 + random.nextInt(MOST_BEFORE_CRASH), stopNanos());
        }
    }

    /** Draws whether and when a host dies as a server. */
    void onFirstServe(SimHost host) {
        if (faults.has(Kind.SERVER_CRASH) && random.nextInt(CRASHING_ONE_IN) == 0) {
            host.crashAtServe(1 + random.nextInt(4 * MOST_BEFORE_CRASH));
        }
    }

    /** Draws whether and when a host dies while it uses memory in place. */
    void onFirstAccess(SimHost host) {
        Kind kind = host.isServer() ? Kind.SERVER_CRASH : Kind.CLIENT_CRASH;
        if (faults.has(kind) && random.nextInt(CRASHING_ONE_IN) == 0) {
            int most = MOST_ACCESSES_BEFORE_CRASH;
            if (host.isServer()) {
                most = SERVER_ACCESSES[random.nextInt(SERVER_ACCESSES.length)];
            }
            host.crashAtAccess(1 + random.nextInt(most));
        }
        if (stops(host)) {
            host.stopAtAccess(1 + random.nextInt(MOST_ACCESSES_BEFORE_CRASH), stopNanos());
        }
    }

    private boolean stops(SimHost host) {
        return faults.has(Kind.LONG_PAUSES)
                && !host.isServer()
                && random.nextInt(STOPPING_ONE_IN) == 0;
    }

    private long stopNanos() {
        return random.nextLong(SHORTEST_STOP_NANOS, LONGEST_STOP_NANOS);
    }

    @Override
    public long repeats() {
        if (!faults.has(Kind.LOSS) || random.nextInt(ONE_IN_PACKETS) != 0) {
            return 0;
        }
        return counted(REPEAT_AFTER << random.nextInt(4), InjectedFault.LOST_PACKET);
    }

    /** Over how long a transfer of several lines is spread; 0 if it happens at once. */
    public long spread(boolean isRead) {
        if (!faults.has(isRead ? Kind.TORN_READS : Kind.TORN_WRITES)
                || random.nextInt(ONE_IN_REQUESTS) != 0) {
            return 0;
        }
        return counted(
                1 + random.nextLong(isRead ? longestRead : LONGEST_SPREAD),
                isRead ? InjectedFault.TORN_READ : InjectedFault.TORN_WRITE);
    }

    /** How long a WRITE stays behind those after it; mostly 0. */
    public long staysBehind() {
        if (!faults.has(Kind.REORDERED_WRITES) || random.nextInt(ONE_IN_REQUESTS) != 0) {
            return 0;
        }
        return counted(random.nextLong(longestBehind), InjectedFault.REORDERED_WRITE);
    }

    /** How long after its completion a WRITE becomes visible; mostly 0. */
    public long staysHidden() {
        if (!faults.has(Kind.DELAYED_VISIBILITY) || random.nextInt(ONE_IN_REQUESTS) != 0) {
            return 0;
        }
        return counted(random.nextLong(4 * LONGEST_SPREAD), InjectedFault.HIDDEN_WRITE);
    }

    public boolean losesCompletion() {
        boolean loses = faults.has(Kind.LOST_COMPLETIONS) && random.nextInt(ONE_IN_ATOMICS) == 0;
        return counted(loses ? 1 : 0, InjectedFault.LOST_COMPLETION) > 0;
    }

    /** A number from the seed. */
    public long draw() {
        return random.nextLong();
    }

    /** Pauses and cuts of one host, one after the other at random times. */
    private final class Disturbance extends Event {
        private final SimHost host;
        private int happened;

        Disturbance(SimHost host) {
            this.host = host;
        }

        void plan() {
            long now = kernel.now();
            kernel.schedule(now + 1 + random.nextLong(2 * MEAN_BETWEEN), this, 0);
        }

        @Override
        protected void fire(int argument) {
            if (!host.isAlive() || ++happened > MOST_DISTURBANCES) {
                return;
            }
            int lot = random.nextInt(16);
            if (lot < 6 && faults.has(Kind.PAUSES)) {
                count(InjectedFault.PAUSE);
                host.pause(1 + random.nextLong(200_000));
            } else if (lot < 12 && faults.has(Kind.FLAPS)) {
                count(InjectedFault.FLAP);
                host.cut(1 + random.nextLong(100_000));
            } else if (lot == 15 && faults.has(Kind.CUTS)) {
                count(InjectedFault.CUT);
                host.cut(Long.MAX_VALUE / Kernel.NANOSECOND / 4);
            }
            plan();
        }
    }
}
