package dev.mangrove.reproduce.nam;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Connection;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Inbox;
import dev.mangrove.fabric.Placement;
import dev.mangrove.fabric.Waiting;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.reproduce.Window;
import dev.mangrove.reproduce.nam.NamModel.Load;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/**
 * Coarse-grained traffic: a client sends a request, the server reads the pages at the speed of its
 * memory and sends the leaves back. A request covers a part of a query, so that long queries are
 * counted by pages.
 */
final class NamCoarse {
    private static final int CLIENTS_PER_SERVER = 32;
    private static final int CLIENTS_PER_HOST = 16;
    private static final int SERVERS_PER_CLIENT = 4;
    private static final int MOST_PAGES_PER_MESSAGE = 60;
    private static final int REQUEST = 16;
    private static final long PAGES_PER_SERVER = 6_000;
    private static final double WARM_UP = 0.3;

    private NamCoarse() {}

    /** Queries per second. */
    static double run(Profile profile, Load load) {
        int busy = load.skewed() ? 1 : load.servers();
        double pagesPerSecond = load.queriesPerSecond() * load.pages();
        long nanos = (long) (PAGES_PER_SERVER * busy / pagesPerSecond * 1e9) + 20_000;
        int clients = CLIENTS_PER_SERVER * busy;
        try (Testbed testbed =
                new Testbed(
                        profile,
                        load.servers(),
                        NamModel.P,
                        Placement.HOST,
                        clients / CLIENTS_PER_HOST)) {
            Window window = new Window();
            testbed.startServers(new Server(testbed), Waiting.POLL);
            testbed.startClients(
                    clients, (host, client) -> ask(testbed, host, client, load, busy, window));
            testbed.measure(window, (long) (nanos * WARM_UP) + 20_000, nanos);
            return window.perSecond() / load.pages();
        }
    }

    private static void ask(
            Testbed testbed, SimHost host, int client, Load load, int busy, Window window) {
        Endpoint endpoint = Testbed.endpoint(host);
        Batch[] batches = new Batch[Math.min(busy, SERVERS_PER_CLIENT)];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = testbed.connect(endpoint, (client + i) % busy).batch(1);
        }
        MemorySegment local = endpoint.allocate(REQUEST);
        RandomGenerator random = host.random();
        double leavesPerServer = load.leaves() / load.traversals();
        testbed.ready();
        while (true) {
            int server = random.nextInt(batches.length);
            piece(host, endpoint, batches[server], local, load.height(), 0, window);
            double left = leavesPerServer;
            while (left >= 1) {
                int leaves = (int) Math.min(left, MOST_PAGES_PER_MESSAGE);
                piece(host, endpoint, batches[server], local, 0, leaves, window);
                left -= leaves;
            }
        }
    }

    private static void piece(
            Host host,
            Endpoint endpoint,
            Batch batch,
            MemorySegment local,
            int inner,
            int leaves,
            Window window) {
        local.set(JAVA_LONG, 0, inner);
        local.set(JAVA_LONG, Long.BYTES, leaves);
        long start = host.nanoTime();
        batch.clear().send(local, 0, REQUEST);
        batch.execute();
        while (!endpoint.awaitMessage(endpoint.timeoutNanos())
                || endpoint.receive((from, memory, offset, length) -> {}) == 0) {
            host.spinWait();
        }
        window.record(start, host.nanoTime(), inner + leaves);
    }

    /** Reads the requested pages and answers with the leaves. */
    private static final class Server implements Inbox.Handler {
        private final Testbed testbed;
        private final MemorySegment pages =
                Arena.ofAuto().allocate((long) MOST_PAGES_PER_MESSAGE * NamModel.P);

        Server(Testbed testbed) {
            this.testbed = testbed;
        }

        @Override
        public void onOpened(Connection connection) {}

        @Override
        public void onMessage(Connection from, MemorySegment memory, long offset, int length) {
            long inner = memory.get(JAVA_LONG.withByteAlignment(1), offset);
            long leaves = memory.get(JAVA_LONG.withByteAlignment(1), offset + Long.BYTES);
            testbed.server(0).work(Host.Work.BYTE, (inner + leaves) * NamModel.P);
            if (!from.trySend(pages, 0, (int) Math.max(8, leaves * NamModel.P))) {
                throw new IllegalStateException("no room for an answer to " + from.peer());
            }
        }

        @Override
        public void onImmediate(Connection from, int immediate) {}

        @Override
        public void onClosed(Connection connection, String reason) {}
    }
}
