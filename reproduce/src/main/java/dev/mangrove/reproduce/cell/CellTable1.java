package dev.mangrove.reproduce.cell;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.reproduce.Experiment;
import dev.mangrove.reproduce.Figures;
import dev.mangrove.reproduce.Reproduction;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.reproduce.Window;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Raw operations from all clients to all servers: READs of 1 KB, messages of 128 B with an answer
 * of 128 B, and both at once. A client has one outstanding operation per server. As in the paper,
 * the experiment varies the number of clients and reports the lowest latency within 5 % of the
 * highest throughput.
 */
public final class CellTable1 implements Experiment {
    private static final int PAGE = 1024;
    private static final int MESSAGE = 128;
    private static final int REGION = 1 << 20;
    private static final long WARM_UP_NANOS = 200_000;
    private static final long WINDOW_NANOS = 600_000;
    private static final int[] SERVERS = {1, 4, 8, 24};
    private static final int[] CLIENTS_PER_SERVER = {8, 12, 14, 16, 18, 20, 24, 28, 32};
    private static final double CLOSE_TO_PEAK = 0.95;

    /** Kinds of operation. */
    private enum Kind {
        READ("READs of 1 KB"),
        MESSAGE("messages of 128 B"),
        HYBRID("both at once");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    /** Throughput in millions per second and latency in microseconds. */
    private record Point(double mops, double micros) {}

    private static final Point[][] PAPER = {
        {new Point(1.04, 15.5), new Point(0.750, 21.4), new Point(1.60, 20.1)},
        {new Point(4.13, 15.5), new Point(2.96, 21.7), new Point(6.00, 21.8)},
        {new Point(8.77, 14.6), new Point(5.88, 21.5), new Point(10.58, 20.2)},
        {new Point(24.97, 15.5), new Point(18.15, 22.5), new Point(35.56, 22.0)}
    };

    @Override
    public String name() {
        return "cell-table1";
    }

    @Override
    public String what() {
        return "Cell, table 1: READs, messages and both by number of servers";
    }

    @Override
    public Reproduction run(@Nullable String name) {
        Profile profile = Profile.named(name == null ? "cell-nome" : name);
        Reproduction result = new Reproduction(name());
        for (int i = 0; i < SERVERS.length; i++) {
            for (Kind kind : Kind.values()) {
                Point ours = search(profile, SERVERS[i], kind);
                Point paper = PAPER[i][kind == Kind.READ ? 0 : kind == Kind.MESSAGE ? 1 : 2];
                String what = kind + ", " + SERVERS[i] + " servers, ";
                result.row(what + "M/s", paper.mops, ours.mops);
                result.row(what + "us", paper.micros, ours.micros);
                draw(result, SERVERS[i], kind, ours, paper);
            }
        }
        return result;
    }

    private static void draw(Reproduction result, int servers, Kind kind, Point ours, Point paper) {
        Figures.Drawing drawing =
                result.figures()
                        .drawing(
                                "",
                                "Cell, table 1: raw operations by number of servers",
                                "Throughput grows with servers and latency does not; READs and"
                                        + " messages together bring more than either alone.");
        drawing.curves("Throughput", "servers", "million operations per second")
                .logX()
                .ours(kind.text, servers, ours.mops)
                .paper(kind.text, servers, paper.mops);
        drawing.curves("Latency", "servers", "microseconds")
                .logX()
                .ours(kind.text, servers, ours.micros)
                .paper(kind.text, servers, paper.micros);
    }

    private static Point search(Profile profile, int servers, Kind kind) {
        List<Point> points = new ArrayList<>();
        double peak = 0;
        for (int perServer : CLIENTS_PER_SERVER) {
            int clients = perServer * servers * (kind == Kind.HYBRID ? 2 : 1);
            Point point = measure(profile, servers, clients, kind);
            points.add(point);
            peak = Math.max(peak, point.mops);
        }
        Point best = points.getLast();
        for (Point point : points) {
            if (point.mops >= CLOSE_TO_PEAK * peak && point.micros < best.micros) {
                best = point;
            }
        }
        return best;
    }

    private static Point measure(Profile profile, int servers, int clients, Kind kind) {
        int hosts = Math.max(4, Math.min(2 * servers, 40));
        try (Testbed testbed = new Testbed(profile, servers, REGION, Placement.HOST, hosts)) {
            Window window = new Window();
            testbed.startServers(new Echo(), Waiting.POLL);
            testbed.startClients(
                    clients,
                    (host, client) -> {
                        boolean reads =
                                kind == Kind.READ
                                        || (kind == Kind.HYBRID && client / servers % 2 == 0);
                        new Client(testbed, host, client % servers, window).run(reads);
                    });
            testbed.measure(window, WARM_UP_NANOS, WINDOW_NANOS);
            return new Point(window.perSecond() / 1e6, window.meanNanos() / 1_000);
        }
    }

    /** One connection of a client, with one outstanding operation. */
    private static final class Client {
        private final Host host;
        private final Window window;
        private final RegionHandle region;
        private final Endpoint endpoint;
        private final Batch batch;
        private final MemorySegment local;
        private final RandomGenerator random;

        Client(Testbed testbed, SimHost host, int server, Window window) {
            this.host = host;
            this.window = window;
            region = testbed.handle(server);
            endpoint = Testbed.endpoint(host);
            batch = testbed.connect(endpoint, server).batch(1);
            local = endpoint.allocate(PAGE);
            random = host.random();
            testbed.ready();
        }

        void run(boolean reads) {
            while (true) {
                long start = host.nanoTime();
                if (reads) {
                    read();
                } else {
                    exchange();
                }
                window.record(start, host.nanoTime());
            }
        }

        private void read() {
            long address = region.address((long) random.nextInt(REGION / PAGE) * PAGE);
            batch.clear().read(address, local, 0, PAGE);
            batch.execute();
        }

        private void exchange() {
            batch.clear().send(local, 0, MESSAGE);
            batch.submit();
            while (!endpoint.awaitMessage(endpoint.timeoutNanos())
                    || endpoint.receive((from, memory, offset, length) -> {}) == 0) {
                host.spinWait();
            }
            batch.await();
        }
    }

    /** Sends every message back. */
    private static final class Echo implements Inbox.Handler {
        @Override
        public void onOpened(Connection connection) {}

        @Override
        public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
            if (!from.trySend(memory, offset, length)) {
                throw new IllegalStateException("no room for an answer to " + from.peer());
            }
        }

        @Override
        public void onImmediate(Connection from, int immediate) {}

        @Override
        public void onClosed(Connection connection, String reason) {}
    }
}
