package dev.mangrove.reproduce.catfish;

import static dev.mangrove.reproduce.Text.text;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Host;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One transfer after the other, 2 B to 8 MB: a request and its answer over TCP, an RDMA READ, and
 * an RDMA WRITE, which is over when its data is at the server.
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
        String latency = "catfish-fig10: latency by size";
        String throughput = "catfish-fig10: throughput by size";
        Figures figures =
                result.figures()
                        .curves(latency, "bytes", "us", true)
                        .curves(throughput, "bytes", "Gb/s", true);
        for (int bits = LEAST_BITS; bits <= MOST_BITS; bits++) {
            int size = 1 << bits;
            figures.point(latency, method, size, curve.at(size) / 1_000);
            figures.point(throughput, method, size, curve.gbps(size));
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
        boolean lowest = true;
        boolean highest = true;
        boolean throughput = true;
        for (int bits = LEAST_BITS; bits <= MOST_BITS; bits++) {
            int size = 1 << bits;
            lowest &=
                    write.at(size)
                            < Math.min(read.at(size), Math.min(slow.at(size), fast.at(size)));
            highest &= slow.at(size) > Math.max(read.at(size), fast.at(size));
            throughput &=
                    slow.gbps(size) < fast.gbps(size)
                            && fast.gbps(size) < Math.min(read.gbps(size), write.gbps(size));
        }
        result.claim(
                text(
                        "WRITE has the lowest latency at all sizes: %.2f us at 2 B",
                        write.at(2) / 1_000),
                lowest);
        result.claim(
                text(
                        "TCP over 1 Gb/s has the highest at all sizes: %.1f us at 2 B",
                        slow.at(2) / 1_000),
                highest);
        result.claim(
                text(
                        "READ is slower than WRITE, above all when small: %.2f times at 2 B, %.2f"
                                + " times at 8 MB",
                        read.at(2) / write.at(2),
                        read.at(1 << MOST_BITS) / write.at(1 << MOST_BITS)),
                read.at(2) / write.at(2)
                        > 1.1 * read.at(1 << MOST_BITS) / write.at(1 << MOST_BITS));
        result.claim(
                "1 Gb/s has the lowest throughput at all sizes and the two RDMA methods the"
                        + " highest",
                throughput);
    }

    private static void knee(Reproduction result, String method, Curve curve) {
        int large = 1 << MOST_BITS;
        double peak = curve.gbps(large);
        result.claim(
                text(
                        "%s: latency is nearly constant below 2 KB: %.2f us at 2 B, %.2f us at 1"
                                + " KB",
                        method, curve.at(2) / 1_000, curve.at(KNEE / 2) / 1_000),
                curve.at(KNEE / 2) < 1.5 * curve.at(2));
        result.claim(
                text(
                        "%s: latency of large data follows bandwidth: 8 MB takes %.2f times 1 MB",
                        method, curve.at(large) / curve.at(large / 8)),
                curve.at(large) / curve.at(large / 8) > 7);
        result.claim(
                text(
                        "%s: only more than 2 KB fill the link: %.2f Gb/s at 2 KB, %.2f at 1 MB,"
                                + " %.2f at 8 MB",
                        method, curve.gbps(KNEE), curve.gbps(large / 8), peak),
                curve.gbps(KNEE) < 0.5 * peak && curve.gbps(large / 8) > 0.8 * peak);
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
                // The first one fetches the state of the connection.
                nanos[i] += repeat < 0 ? 0 : (double) took / REPEATS;
            }
        }
    }

    /** Notes when the last write came. */
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
