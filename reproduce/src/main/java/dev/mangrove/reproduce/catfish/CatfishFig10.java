package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.reproduce.Bound;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Panel;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Single transfers of 2 B to 8 MB: a request and its answer over TCP, an RDMA READ, and an RDMA
 * WRITE, which ends when its data is at the server.
 */
public final class CatfishFig10 implements Experiment {
    private static final int LEAST_BITS = 1;
    private static final int MOST_BITS = 23;
    private static final int KNEE = 2 << 10;
    private static final int REPEATS = 5;

    @Override
    public String name() {
        return "catfish-fig10";
    }

    @Override
    public String what() {
        return "Catfish, figure 10: latency and throughput by size for TCP and RDMA";
    }

    /** Latency by size, from 2 B to 8 MB in powers of two, in nanoseconds. */
    private static final class Curve {
        private final double[] nanos;

        Curve(double[] nanos) {
            this.nanos = nanos;
        }

        double at(int bytes) {
            return nanos[Integer.numberOfTrailingZeros(bytes) - LEAST_BITS];
        }

        double gbps(int bytes) {
            return 8.0 * bytes / at(bytes);
        }
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Map<String, Curve> curves = new LinkedHashMap<>();
        curves.put("TCP 1G", curve(Profile.named(name == null ? "catfish-1gbe" : name), false));
        curves.put("TCP 40G", curve(Profile.named(name == null ? "catfish-40gbe" : name), false));
        curves.put("READ", curve(Profile.named(name == null ? "catfish-edr" : name), false));
        curves.put("WRITE", curve(Profile.named(name == null ? "catfish-edr" : name), true));
        Reproduction result = new Reproduction(name());
        orders(result, curves);
        curves.forEach((method, curve) -> knee(result, method, curve));
        curves.forEach((method, curve) -> draw(result, method, curve));
        return result;
    }

    private static void draw(Reproduction result, String method, Curve curve) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Catfish, figure 10: one transfer after the other, by size",
                                "Latency hardly depends on size at first, then on bandwidth alone;"
                                    + " RDMA is ahead of TCP at all sizes. A WRITE of 256 B or more"
                                    + " is no longer sent with its request.");
        Panel latency = drawing.curves("Latency", "size", "microseconds").bytesX();
        Panel throughput = drawing.curves("Throughput", "size", "Gb/s").bytesX();
        for (int bits = LEAST_BITS; bits <= MOST_BITS; bits++) {
            int size = 1 << bits;
            latency.ours(method, size, curve.at(size) / 1_000);
            throughput.ours(method, size, curve.gbps(size));
        }
    }

    private static void orders(Reproduction result, Map<String, Curve> curves) {
        Curve write = curves.get("WRITE");
        Curve read = curves.get("READ");
        Curve slow = curves.get("TCP 1G");
        Curve fast = curves.get("TCP 40G");
        if (write == null || read == null || slow == null || fast == null) {
            throw new AssertionError("a method is missing");
        }
        double lowest = 0;
        double highest = Double.MAX_VALUE;
        double ethernets = 0;
        double rdma = Double.MAX_VALUE;
        for (int bits = LEAST_BITS; bits <= MOST_BITS; bits++) {
            int size = 1 << bits;
            double others = Math.min(read.at(size), Math.min(slow.at(size), fast.at(size)));
            lowest = Math.max(lowest, write.at(size) / others);
            highest = Math.min(highest, slow.at(size) / Math.max(read.at(size), fast.at(size)));
            ethernets = Math.max(ethernets, slow.gbps(size) / fast.gbps(size));
            rdma = Math.min(rdma, Math.min(read.gbps(size), write.gbps(size)) / fast.gbps(size));
        }
        int large = 1 << MOST_BITS;
        result.claim(
                "WRITE has the lowest latency at all sizes: to the next lowest, at most",
                lowest,
                Bound.LAST,
                text("%.2f us at 2 B", write.at(2) / 1_000));
        result.claim(
                "TCP over 1 Gb/s has the highest latency at all sizes: to the next, at least",
                highest,
                Bound.FIRST,
                text("%.1f us at 2 B", slow.at(2) / 1_000));
        double small = read.at(2) / write.at(2);
        result.claim("READ takes longer than WRITE at 2 B", small, Bound.MORE);
        result.claim(
                "READ is behind WRITE above all when small: at 2 B by more than at 8 MB",
                small / (read.at(large) / write.at(large)),
                Bound.MORE);
        result.claim(
                "1 Gb/s has the lowest throughput at all sizes: to that of 40 Gb/s, at most",
                ethernets,
                Bound.LAST);
        result.claim(
                "READ and WRITE have the highest throughput at all sizes: to TCP, at least",
                rdma,
                Bound.FIRST);
    }

    private static void knee(Reproduction result, String method, Curve curve) {
        int large = 1 << MOST_BITS;
        double peak = curve.gbps(large);
        result.claim(
                method + ": latency is nearly constant below 2 KB: 1 KB to 2 B",
                curve.at(KNEE / 2) / curve.at(2),
                Bound.SAME,
                text("%.2f us and %.2f us", curve.at(KNEE / 2) / 1_000, curve.at(2) / 1_000));
        result.claim(
                method + ": bandwidth determines the latency of large data: 8 MB to 8 times 1 MB",
                curve.at(large) / (8 * curve.at(large / 8)),
                Bound.SAME);
        result.claim(
                method + ": 2 KB bring less than the full bandwidth",
                curve.gbps(KNEE) / peak,
                Bound.LESS,
                text("%.2f of %.2f Gb/s", curve.gbps(KNEE), peak));
        result.claim(
                method + ": large data fills the link: 1 MB to 8 MB",
                curve.gbps(large / 8) / peak,
                Bound.BUSY);
    }

    private static Curve curve(Profile profile, boolean writes) {
        double[] nanos = new double[MOST_BITS - LEAST_BITS + 1];
        try (Testbed testbed = new Testbed(profile, 1, 1L << MOST_BITS, Placement.HOST, 1)) {
            Arrival arrival = new Arrival(testbed.server(0));
            testbed.startServers(arrival, Waiting.POLL);
            boolean[] done = new boolean[1];
            testbed.startClients(
                    1,
                    (host, client) -> {
                        measure(testbed, host, arrival, writes, nanos);
                        done[0] = true;
                    });
            if (!testbed.cluster().runUntil(100_000_000_000L, () -> done[0])) {
                throw new IllegalStateException("the transfers do not end");
            }
        }
        return new Curve(nanos);
    }

    private static void measure(
            Testbed testbed, SimHost host, Arrival arrival, boolean writes, double[] nanos) {
        Endpoint endpoint = Testbed.endpoint(host);
        Batch batch = testbed.connect(endpoint, 0).batch(1);
        MemorySegment local = endpoint.allocate(1L << MOST_BITS);
        RegionHandle region = testbed.handle(0);
        for (int i = 0; i < nanos.length; i++) {
            int size = 1 << (LEAST_BITS + i);
            for (int repeat = -1; repeat < REPEATS; repeat++) {
                long start = host.nanoTime();
                batch.clear();
                if (writes) {
                    batch.writeImmediate(region.address(0), local, 0, size, repeat);
                } else {
                    batch.read(region.address(0), local, 0, size);
                }
                batch.execute();
                long took = (writes ? arrival.at : host.nanoTime()) - start;
                // The first transfer also loads the connection's state into the card, so it does
                // not count.
                nanos[i] += repeat < 0 ? 0 : (double) took / REPEATS;
            }
        }
    }

    /** Notes the arrival time of the last WRITE. */
    private static final class Arrival implements Inbox.Handler {
        private final Host host;
        private long at;

        Arrival(Host host) {
            this.host = host;
        }

        @Override
        public void onOpened(Connection connection) {}

        @Override
        public void onMessage(Connection from, MemorySegment memory, long offset, int length) {}

        @Override
        public void onImmediate(Connection from, int immediate) {
            at = host.nanoTime();
        }

        @Override
        public void onClosed(Connection connection, String reason) {}
    }
}
