package dev.mangrove.peers.ordered;

import dev.mangrove.peers.Measured;
import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** An ordered system with one worker per thread; each worker has its own keys. */
final class OrderedSystem implements PeerSystem {
    private static final int WORKERS = 2;
    private static final String PIPELINED = "pipelined-";
    private static final Set<String> PIPELINED_OPERATIONS =
            Set.of("get", "update", "insert", "delete");

    private final OrderedPeerClient store;
    private final long keys;
    private final List<OrderedPeerWorker> workers = new ArrayList<>();

    OrderedSystem(OrderedPeerClient store, long keys) {
        this.store = store;
        this.keys = keys;
    }

    @Override
    public double load() {
        store.load(keys);
        double bytes = store.bytes() / keys;
        for (int i = 0; i < Math.min(WORKERS, store.mostThreads()); i++) {
            workers.add(new OrderedPeerWorker(store.open(), keys, i, WORKERS));
        }
        return bytes;
    }

    @Override
    public boolean can(String operation, int threads) {
        if (threads > workers.size()) {
            return false;
        }
        return !operation.startsWith(PIPELINED)
                || (workers.getFirst().isPipelined()
                        && PIPELINED_OPERATIONS.contains(operation.substring(PIPELINED.length())));
    }

    @Override
    public Measured run(
            String operation, String distribution, int threads, double seconds, long seed) {
        boolean pipelined = operation.startsWith(PIPELINED);
        Operation what =
                Operation.of(pipelined ? operation.substring(PIPELINED.length()) : operation);
        return Threads.run(
                threads,
                i ->
                        workers.get(i)
                                .run(what, distribution, pipelined, seconds, seed * WORKERS + i));
    }

    @Override
    public void close() {
        workers.forEach(OrderedPeerWorker::close);
        store.close();
    }
}
