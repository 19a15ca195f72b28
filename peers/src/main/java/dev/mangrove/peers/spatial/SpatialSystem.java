package dev.mangrove.peers.spatial;

import dev.mangrove.peers.Measured;
import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Threads;

import java.util.ArrayList;
import java.util.List;

/** A spatial system with one worker per thread. */
final class SpatialSystem implements PeerSystem {
    private static final int WORKERS = 2;

    private final SpatialStore store;
    private final Data data;
    private final List<SpatialPeerWorker> workers = new ArrayList<>();

    SpatialSystem(SpatialStore store, Data data) {
        this.store = store;
        this.data = data;
    }

    @Override
    public double load() {
        store.load();
        double bytes = store.bytes() / data.loaded();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(new SpatialPeerWorker(store.open(), data, store.isExact(), i, WORKERS));
        }
        return bytes;
    }

    @Override
    public boolean can(String operation, int threads) {
        return threads <= WORKERS && !store.cannot().contains(operation);
    }

    @Override
    public Measured run(
            String operation, String distribution, int threads, double seconds, long seed) {
        Measured measured =
                Threads.run(
                        threads, i -> workers.get(i).run(operation, seconds, seed * WORKERS + i));
        workers.forEach(SpatialPeerWorker::clean);
        return measured;
    }

    @Override
    public void close() {
        workers.forEach(SpatialPeerWorker::close);
        store.close();
    }
}
