package dev.mangrove.reproduce.sherman;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.reproduce.Window;
import dev.mangrove.reproduce.Zipf;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.util.random.RandomGenerator;

/**
 * 154 threads of 7 hosts take and release 10,240 locks of one server, by CAS and FETCH_ADD, as skew
 * grows.
 */
public final class ShermanFig1 implements Experiment {
    private static final int HOSTS = 7;
    private static final int THREADS = 154;
    private static final int LOCKS = 10_240;
    private static final double[] SKEWS = {0, 0.5, 0.8, 0.9, 0.99};
    private static final double WORST = 0.99;
    private static final long WARM_UP_NANOS = 1_000_000;
    private static final long WINDOW_NANOS = 4_000_000;
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

    /** Locks per second and the slowest hundredth. */
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
        String throughput = "sherman-fig1: locks by skew";
        String tail = "sherman-fig1: slowest hundredth by skew";
        Figures figures =
                result.figures()
                        .curves(throughput, "skew", "locks per second, millions", false)
                        .curves(tail, "skew", "99th percentile, us", false);
        for (int i = 0; i < SKEWS.length; i++) {
            figures.point(throughput, place, SKEWS[i], points[i].mops);
            figures.point(tail, place, SKEWS[i], points[i].p99Micros);
        }
    }

    private static void claims(Reproduction result, Point[] host, Point[] chip) {
        int last = SKEWS.length - 1;
        result.claim(
                text(
                        "main memory collapses: %.2f M/s uniform, %.3f M/s at %.2f",
                        host[0].mops, host[last].mops, WORST),
                host[last].mops < 0.1 * host[0].mops);
        result.claim(
                text(
                        "its slowest hundredth grows: %.1f us uniform, %.0f us at %.2f",
                        host[0].p99Micros, host[last].p99Micros, WORST),
                host[last].p99Micros > 10 * host[0].p99Micros);
        for (int i = 1; i < SKEWS.length; i++) {
            result.claim(
                    text(
                            "more skew, fewer locks: %.2f at %.2f, %.2f at %.2f",
                            host[i - 1].mops, SKEWS[i - 1], host[i].mops, SKEWS[i]),
                    host[i].mops < host[i - 1].mops);
        }
        for (int i = 0; i < SKEWS.length; i++) {
            result.claim(
                    text(
                            "on chip is no slower at %.2f: %.3f M/s on chip, %.3f in main memory",
                            SKEWS[i], chip[i].mops, host[i].mops),
                    chip[i].mops > host[i].mops);
        }
        result.claim(
                text(
                        "on chip absorbs retries at %.2f: %.1f times as many locks (3.06 for the"
                                + " whole tree in fig. 5)",
                        WORST, chip[last].mops / host[last].mops),
                chip[last].mops > 2 * host[last].mops);
    }

    private static Point locks(Profile profile, double skew, Placement placement) {
        Zipf zipf = new Zipf(LOCKS, skew);
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
                            long address = region.address((long) zipf.next(random) * Long.BYTES);
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
