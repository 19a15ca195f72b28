package dev.mangrove.peers.bytes;

import dev.mangrove.peers.Measured;
import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;
import dev.mangrove.peers.Threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A system with a store for each size of values, and one worker per thread and store. Operations
 * are named by the size: {@code get-100}. Large values have fewer keys, so that all fit into
 * memory.
 */
final class BytesSystem implements PeerSystem {
    private static final int WORKERS = 2;
    private static final Map<Integer, Integer> SHARE_BY_BYTES = Map.of(8, 1, 100, 1, 1_000, 10);

    /** The size whose memory is reported. */
    private static final int USUAL_BYTES = 100;

    /** Opens an empty store. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens a store for records.
         *
         * @throws Skipped if the system is not available on this machine
         */
        BytesStore open(Records records) throws Skipped;
    }

    private final Map<Integer, BytesStore> stores = new TreeMap<>();
    private final Map<Integer, Records> records = new TreeMap<>();
    private final Map<Integer, List<BytesWorker>> workers = new TreeMap<>();

    BytesSystem(Opener opener, long keys) throws Skipped {
        for (Map.Entry<Integer, Integer> each : new TreeMap<>(SHARE_BY_BYTES).entrySet()) {
            Records of = new Records(keys / each.getValue(), each.getKey());
            records.put(each.getKey(), of);
            stores.put(each.getKey(), opener.open(of));
        }
    }

    @Override
    public double load() {
        double perEntry = 0;
        for (Map.Entry<Integer, BytesStore> each : stores.entrySet()) {
            Records of = records.get(each.getKey());
            each.getValue().load(of);
            if (each.getKey() == USUAL_BYTES) {
                perEntry = each.getValue().bytes() / of.number();
            }
            List<BytesWorker> some = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                some.add(new BytesWorker(each.getValue().open(), of, i, WORKERS));
            }
            workers.put(each.getKey(), some);
        }
        return perEntry;
    }

    @Override
    public boolean can(String operation, int threads) {
        return threads <= WORKERS && records.containsKey(bytesOf(operation));
    }

    @Override
    public Measured run(
            String operation, String distribution, int threads, double seconds, long seed) {
        List<BytesWorker> some = workers.get(bytesOf(operation));
        String what = operation.substring(0, operation.lastIndexOf('-'));
        return Threads.run(
                threads, i -> some.get(i).run(what, distribution, seconds, seed * WORKERS + i));
    }

    private static int bytesOf(String operation) {
        return Integer.parseInt(operation.substring(operation.lastIndexOf('-') + 1));
    }

    @Override
    public void close() {
        workers.values().forEach(some -> some.forEach(BytesWorker::close));
        stores.values().forEach(BytesStore::close);
    }
}
