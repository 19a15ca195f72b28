package dev.mangrove.reproduce.nam;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.Placement;
import dev.mangrove.reproduce.Testbed;
import dev.mangrove.reproduce.Window;
import dev.mangrove.reproduce.nam.NamModel.Load;
import dev.mangrove.sim.SimHost;
import dev.mangrove.sim.hardware.Profile;

import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/**
 * Fine-grained traffic: every page is a READ from a random server. A client executes many queries
 * at once, level by level, enough to keep the servers busy; pages are counted.
 */
final class NamFine {
    private static final int CLIENTS_PER_SERVER = 4;
    private static final int MOST_CLIENTS = 128;
    private static final int READS_PER_STEP = 256;
    private static final int REGION_PAGES = 64;
    private static final long PAGES = 150_000;
    private static final double WARM_UP = 0.3;

    private NamFine() {}

    /** Queries per second. */
    static double run(Profile profile, Load load) {
        long nanos = (long) (PAGES / (load.queriesPerSecond() * load.pages()) * 1e9) + 20_000;
        int clients = Math.min(CLIENTS_PER_SERVER * load.servers(), MOST_CLIENTS);
        try (Testbed testbed =
                new Testbed(
                        profile,
                        load.servers(),
                        (long) REGION_PAGES * NamModel.P,
                        Placement.HOST,
                        clients)) {
            Window window = new Window();
            testbed.startClients(
                    clients, (host, client) -> read(testbed, host, load.servers(), window));
            testbed.measure(window, (long) (nanos * WARM_UP) + 20_000, nanos);
            return window.perSecond() / load.pages();
        }
    }

    private static void read(Testbed testbed, SimHost host, int servers, Window window) {
        Endpoint endpoint = Testbed.endpoint(host);
        Batch[] batches = new Batch[servers];
        for (int i = 0; i < servers; i++) {
            batches[i] = testbed.connect(endpoint, i).batch(READS_PER_STEP);
        }
        MemorySegment local = endpoint.allocate(NamModel.P);
        RandomGenerator random = host.random();
        testbed.ready();
        while (true) {
            for (int i = 0; i < READS_PER_STEP; i++) {
                int server = random.nextInt(servers);
                long page = random.nextInt(REGION_PAGES);
                batches[server].read(
                        testbed.handle(server).address(page * NamModel.P), local, 0, NamModel.P);
            }
            step(host, batches, window);
        }
    }

    private static void step(SimHost host, Batch[] batches, Window window) {
        long start = host.nanoTime();
        for (Batch batch : batches) {
            if (batch.size() > 0) {
                batch.submit();
            }
        }
        for (Batch batch : batches) {
            if (batch.size() > 0) {
                int reads = batch.size();
                batch.await();
                window.record(start, host.nanoTime(), reads);
                batch.clear();
            }
        }
    }
}
