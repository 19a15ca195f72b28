package dev.mangrove.bench.sim;

import dev.mangrove.fabric.Batch;
import dev.mangrove.fabric.Channel;
import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.EndpointOptions;
import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.RegionHandle;
import dev.mangrove.fabric.Waiting;

import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.random.RandomGenerator;

/** A simulated client that issues requests without pause: single verbs or an index's mix. */
final class LoadClient {
    private static final int PAGE = 256;
    private static final int PAGES = 4096;
    private static final int MULTI = 8;

    private final Fabric fabric;
    private final URI target;
    private final RegionHandle region;
    private final boolean mixed;

    LoadClient(Fabric fabric, URI target, RegionHandle region, boolean mixed) {
        this.fabric = fabric;
        this.target = target;
        this.region = region;
        this.mixed = mixed;
    }

    /** Issues requests until the simulation ends. */
    void run() {
        Endpoint endpoint = fabric.endpoint(EndpointOptions.DEFAULT.withWaiting(Waiting.POLL));
        Channel channel = endpoint.connect(target);
        channel.attach(region);
        Batch batch = channel.batch(mixed ? MULTI : 1);
        MemorySegment local = endpoint.allocate((long) MULTI * PAGE);
        RandomGenerator random = fabric.host().random();
        while (true) {
            int lot = random.nextInt();
            long address = page(lot);
            switch (mixed ? lot >>> 30 : 0) {
                case 0, 1 -> search(batch, address, local);
                case 2 -> searchMany(batch, lot, local);
                default -> update(batch, address, local);
            }
        }
    }

    private long page(int lot) {
        return region.address((long) (lot & (PAGES - 1)) * PAGE);
    }

    private static void search(Batch batch, long address, MemorySegment local) {
        batch.clear().read(address, local, 0, PAGE);
        batch.execute();
    }

    private void searchMany(Batch batch, int lot, MemorySegment local) {
        batch.clear();
        for (int i = 0; i < MULTI; i++) {
            batch.read(page(lot + i * 61), local, (long) i * PAGE, PAGE);
        }
        batch.execute();
    }

    private static void update(Batch batch, long address, MemorySegment local) {
        batch.clear().compareAndSwap(address, 0, 1);
        batch.execute();
        batch.clear().write(address + Long.BYTES, local, 0, PAGE / 4);
        batch.writeLong(address, 0);
        batch.execute();
    }
}
