package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.bench.ordered.Zipfian;
import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.reproduce.Window;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.random.RandomGenerator;

/**
 * 154 threads of 7 hosts take and release 10,240 locks of one server, by CAS and FETCH_ADD, for
 * growing skew.
 */
public final class ShermanFig1 implements Experiment {
    /** Hosts, threads and locks of the paper's experiment. */
    private static final int HOSTS = 7;

    private static final int THREADS = 154;
    private static final int LOCKS = 10_240;
    private static final double[] SKEWS = {0, 0.5, 0.8, 0.9, 0.99};

    /** Chosen: many round trips of each thread. */
    private static final long WARM_UP_NANOS = 1_000_000;

    private static final long WINDOW_NANOS = 4_000_000;

    /** Chosen: with skew, threads wait for milliseconds, so a short window would count too few. */
    private static final long LONG_WINDOW_NANOS = 30_000_000;

    private static final int CHAIN = 16;

    @Override
    public String name() {
        return "sherman-fig1";
    }

    @Override
    public String what() {
        return "Sherman, figure 1 and section 4.3: remote locks in main memory and on chip by skew";
    }

    /** Million locks per second, and the 99th percentile of latency. */
    private record Point(double mops, double p99Micros) {}

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "sherman-cx5" : name);
        Reproduction result = new Reproduction(name());
        result.row("CAS on chip, M/s", 110, swapsPerSecond(profile) / 1e6);
        Point[] host = new Point[SKEWS.length];
        Point[] chip = new Point[SKEWS.length];
        for (int i = 0; i < SKEWS.length; i++) {
            host[i] = locks(profile, SKEWS[i], Placement.HOST);
            chip[i] = locks(profile, SKEWS[i], Placement.DEVICE);
        }
        claims(result, host, chip);
        draw(result, "main memory", host);
        draw(result, "on chip", chip);
        return result;
    }

    private static void draw(Reproduction result, String place, Point... points) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Sherman, figure 1: locks of one server by skew",
                                "154 threads take and release 10,240 locks. In main memory they"
                                        + " collapse as some become hot, and waits grow to"
                                        + " milliseconds; on chip both come later and are milder.");
        for (int i = 0; i < SKEWS.length; i++) {
            drawing.curves("Throughput", "skew (Zipf)", "million locks per second")
                    .ours(place, SKEWS[i], points[i].mops);
            drawing.curves("99th percentile", "skew (Zipf)", "microseconds")
                    .ours(place, SKEWS[i], points[i].p99Micros);
        }
    }

    private static void claims(Reproduction result, Point[] host, Point[] chip) {
        int last = SKEWS.length - 1;
        result.claim(
                "locks in main memory collapse from uniform to skew 0.99",
                host[last].mops / host[0].mops,
                Bound.COLLAPSED,
                text("%.2f M/s and %.3f M/s", host[0].mops, host[last].mops));
        result.claim(
                "their slowest hundredth grows tenfold or more",
                host[last].p99Micros / host[0].p99Micros,
                Bound.TENFOLD,
                text("%.1f us and %.0f us", host[0].p99Micros, host[last].p99Micros));
        double growth = 0;
        double lead = Double.MAX_VALUE;
        for (int i = 0; i < SKEWS.length; i++) {
            lead = Math.min(lead, chip[i].mops / host[i].mops);
            growth = i == 0 ? 0 : Math.max(growth, host[i].mops / host[i - 1].mops);
        }
        result.claim(
                "more skew never means more locks: each to the one before", growth, Bound.LAST);
        result.claim("locks on chip are ahead at every skew: at least", lead, Bound.MORE);
        result.claim(
                "on chip absorbs retries at skew 0.99: many more locks than in main memory",
                chip[last].mops / host[last].mops,
                Bound.MUCH_MORE);
    }

    private static Point locks(Profile profile, double skew, Placement placement) {
        Zipfian popularity = new Zipfian(LOCKS, skew);
        try (Testbed testbed =
                new Testbed(profile, 1, LOCKS * (long) Long.BYTES, placement, HOSTS)) {
            Window window = new Window();
            RegionHandle region = testbed.handle(0);
            testbed.startClients(
                    THREADS,
                    (host, client) -> {
                        Batch batch = testbed.connect(Testbed.endpoint(host), 0).batch(1);
                        RandomGenerator random = host.random();
                        testbed.ready();
                        while (true) {
                            long address = region.address(popularity.next(random) * Long.BYTES);
                            long start = host.nanoTime();
                            lockAndUnlock(batch, address, client + 1);
                            window.record(start, host.nanoTime());
                        }
                    });
            testbed.measure(window, WARM_UP_NANOS, skew >= 0.8 ? LONG_WINDOW_NANOS : WINDOW_NANOS);
            return new Point(window.perSecond() / 1e6, window.percentileNanos(0.99) / 1_000);
        }
    }

    private static void lockAndUnlock(Batch batch, long address, long owner) {
        do {
            batch.clear().compareAndSwap(address, 0, owner);
            batch.execute();
        } while (batch.result(0) != 0);
        batch.clear().fetchAndAdd(address, -owner);
        batch.execute();
    }

    private static double swapsPerSecond(Profile profile) {
        try (Testbed testbed =
                new Testbed(profile, 1, LOCKS * (long) Long.BYTES, Placement.DEVICE, HOSTS)) {
            Window window = new Window();
            RegionHandle region = testbed.handle(0);
            testbed.startClients(THREADS, (host, client) -> swap(testbed, host, region, window));
            testbed.measure(window, WARM_UP_NANOS / 4, WARM_UP_NANOS);
            return window.perSecond();
        }
    }

    private static void swap(Testbed testbed, SimHost host, RegionHandle region, Window window) {
        Endpoint endpoint = Testbed.endpoint(host);
        Batch batch = testbed.connect(endpoint, 0).batch(CHAIN);
        RandomGenerator random = host.random();
        testbed.ready();
        while (true) {
            batch.clear();
            for (int i = 0; i < CHAIN; i++) {
                batch.compareAndSwap(
                        region.address((long) random.nextInt(LOCKS) * Long.BYTES), 0, 0);
            }
            long start = host.nanoTime();
            batch.execute();
            window.record(start, host.nanoTime(), CHAIN);
        }
    }
}
