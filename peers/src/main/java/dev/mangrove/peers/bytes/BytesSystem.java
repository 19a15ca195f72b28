package dev.mangrove.peers.bytes;

import dev.mangrove.peers.Measured;
import dev.mangrove.peers.PeerSystem;
import dev.mangrove.peers.Skipped;
import dev.mangrove.peers.Threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        BytesPeerClient open(RankedRecords records) throws Skipped;
    }

    private final Map<Integer, Table> tables = new TreeMap<>();

    BytesSystem(Opener opener, long keys) throws Skipped {
        for (Map.Entry<Integer, Integer> each : new TreeMap<>(SHARE_BY_BYTES).entrySet()) {
            RankedRecords records = new RankedRecords(keys / each.getValue(), each.getKey());
            tables.put(each.getKey(), new Table(records, opener.open(records), new ArrayList<>()));
        }
    }

    @Override
    public double load() {
        tables.values().forEach(Table::load);
        Table usual = table(USUAL_BYTES);
        double perEntry = usual.store.bytes() / usual.records.number();
        tables.values().forEach(Table::openWorkers);
        return perEntry;
    }

    @Override
    public boolean can(String operation, int threads) {
        return threads <= WORKERS && tables.containsKey(bytesOf(operation));
    }

    @Override
    public Measured run(
            String operation, String distribution, int threads, double seconds, long seed) {
        List<BytesWorker> workers = table(bytesOf(operation)).workers;
        String what = operation.substring(0, operation.lastIndexOf('-'));
        return Threads.run(
                threads, i -> workers.get(i).run(what, distribution, seconds, seed * WORKERS + i));
    }

    private Table table(int bytes) {
        return Objects.requireNonNull(tables.get(bytes), "no values of " + bytes + " bytes");
    }

    private static int bytesOf(String operation) {
        return Integer.parseInt(operation.substring(operation.lastIndexOf('-') + 1));
    }

    @Override
    public void close() {
        tables.values().forEach(Table::close);
    }

    /** The records of one size, their store, and the workers on it. */
    private record Table(RankedRecords records, BytesPeerClient store, List<BytesWorker> workers) {
        void load() {
            store.load(records);
        }

        void openWorkers() {
            for (int i = 0; i < WORKERS; i++) {
                workers.add(new BytesWorker(store.open(), records, i, WORKERS));
            }
        }

        void close() {
            workers.forEach(BytesWorker::close);
            store.close();
        }
    }
}
