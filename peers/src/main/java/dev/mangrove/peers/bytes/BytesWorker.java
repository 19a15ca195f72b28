package dev.mangrove.peers.bytes;

import dev.mangrove.bench.ordered.Popularity;
import dev.mangrove.peers.Measured;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One thread's operations on one system; each answer is checked. A worker changes only keys of its
 * own, so that it can check the values of its last changes.
 */
final class BytesWorker implements AutoCloseable {
    /** Keys of a call of {@code getAll}. */
    static final int MANY = 64;

    private static final int BLOCK = 16;
    private static final int REMEMBERED = 256;

    private final BytesPeer peer;
    private final RankedRecords records;
    private final int number;
    private final int workers;
    private final Map<String, Popularity> popularities = new HashMap<>();
    private final Map<Long, byte[]> written = new HashMap<>();
    private final byte[][] manyKeys = new byte[MANY][];
    private final long[] manyRanks = new long[MANY];
    private SplittableRandom random = new SplittableRandom(0);
    private Measured measured = new Measured();

    BytesWorker(BytesPeer peer, RankedRecords records, int number, int workers) {
        this.peer = peer;
        this.records = records;
        this.number = number;
        this.workers = workers;
    }

    /** Repeats an operation for the given time, then checks the last changes. */
    Measured run(String operation, String distribution, double seconds, long seed) {
        measured = new Measured();
        random = new SplittableRandom(seed);
        written.clear();
        Popularity popularity =
                popularities.computeIfAbsent(
                        distribution, name -> Popularity.of(name, records.number()));
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long done = 0;
        long now = start;
        while (now - end < 0) {
            for (int i = 1; i < BLOCK; i++) {
                done += step(operation, popularity);
            }
            long before = System.nanoTime();
            done += step(operation, popularity);
            now = System.nanoTime();
            measured.latency(now - before);
        }
        measured.ends(done, now - start);
        checkWritten();
        return measured;
    }

    /** Executes one call; returns how many operations it counts as. */
    private int step(String operation, Popularity popularity) {
        switch (operation) {
            case "get" -> get(popularity.next(random));
            case "put" -> put(popularity.next(random));
            case "scan" -> scan(popularity.next(random) / RankedRecords.GROUP);
            case "getall64" -> {
                getAll(popularity);
                return MANY;
            }
            default -> throw new IllegalArgumentException("no such operation: " + operation);
        }
        return 1;
    }

    private void get(long rank) {
        check(rank, peer.get(records.key(rank)));
    }

    private void check(long rank, byte @Nullable [] value) {
        if (value == null || !records.isValue(rank, value)) {
            measured.wrong("get of rank " + rank + " = " + Arrays.toString(value));
        }
    }

    private void put(long popular) {
        long own = popular - popular % workers + number;
        long rank = own < records.number() ? own : number;
        byte[] value = records.value(rank, random.nextInt());
        peer.put(records.key(rank), value);
        if (written.size() < REMEMBERED || written.containsKey(rank)) {
            written.put(rank, value);
        }
    }

    private void getAll(Popularity popularity) {
        for (int i = 0; i < MANY; i++) {
            manyRanks[i] = popularity.next(random);
            manyKeys[i] = records.key(manyRanks[i]);
        }
        byte[] @Nullable [] values = peer.getAll(manyKeys);
        for (int i = 0; i < MANY; i++) {
            check(manyRanks[i], values[i]);
        }
    }

    private void scan(long group) {
        long first = group * RankedRecords.GROUP;
        long[] next = {first};
        peer.scan(
                records.prefix(group),
                (key, value) -> {
                    if (!Arrays.equals(key, records.key(next[0]))
                            || !records.isValue(next[0], value)) {
                        measured.wrong("scan of group " + group + " at rank " + next[0]);
                    }
                    next[0]++;
                });
        if (next[0] != Math.min(first + RankedRecords.GROUP, records.number())) {
            measured.wrong("scan of group " + group + " found " + (next[0] - first));
        }
    }

    /** Reads the keys of changes; each must have its last value. */
    private void checkWritten() {
        written.forEach(
                (rank, value) -> {
                    if (!Arrays.equals(peer.get(records.key(rank)), value)) {
                        measured.wrong("rank " + rank + " has lost its last value");
                    }
                });
    }

    @Override
    public void close() {
        peer.close();
    }
}
