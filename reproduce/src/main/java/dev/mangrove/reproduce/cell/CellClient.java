package dev.mangrove.reproduce.cell;

import dev.mangrove.bench.ordered.Popularity;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.reproduce.Window;

import java.util.random.RandomGenerator;

/** One thread of a client process. */
final class CellClient {
    /** Spreads popular ranks over all meganodes. Chosen: an odd number, so that none collide. */
    private static final long SPREADING = 0x9E37_79B9_7F4A_7C15L;

    private final Host host;
    private final CellWork work;
    private final long keys;
    private final Popularity popularity;
    private final Window window;
    private final RandomGenerator random;
    private boolean ending;
    private boolean ended;
    private long done;

    /**
     * Creates a thread that has not started.
     *
     * @param keys number of loaded keys, a power of two where the work is skewed
     * @param window counts its operations
     */
    CellClient(Host host, CellWork work, long keys, Popularity popularity, Window window) {
        this.host = host;
        this.work = work;
        this.keys = keys;
        this.popularity = popularity;
        this.window = window;
        this.random = host.random();
    }

    /** Works until it is told to end. */
    void run(OrderedIndex index) {
        long due = host.nanoTime() + random.nextLong(Math.max(1, work.periodNanos()));
        while (!ending) {
            long start = work.periodNanos() == 0 ? host.nanoTime() : awaitArrival(due);
            due += work.periodNanos();
            operate(index);
            done++;
            window.record(start, host.nanoTime());
        }
        ended = true;
    }

    /** Sleeps until a request is due; returns when it was due, or when an idle thread is awake. */
    private long awaitArrival(long due) {
        long early = due - host.nanoTime();
        if (early <= 0) {
            return due;
        }
        host.sleep(early);
        return host.nanoTime();
    }

    private void operate(OrderedIndex index) {
        long rank = work.skew() == 0 ? random.nextLong(keys) : popularity.next(random);
        double lot = random.nextDouble();
        if (lot < work.inserts()) {
            put(index, CellTree.between(rank, random.nextLong()));
            return;
        }
        long key = CellTree.key(work.skew() == 0 ? rank : spread(rank));
        if (lot < work.inserts() + work.updates()) {
            put(index, key);
        } else if (index.getOrDefault(key, -1) != key) {
            throw new IllegalStateException("a key is missing: " + key);
        }
    }

    private void put(OrderedIndex index, long key) {
        if (work.searchesFirst()) {
            boolean _ = index.contains(key);
        }
        index.put(key, key);
    }

    private long spread(long rank) {
        return Long.remainderUnsigned(rank * SPREADING, keys);
    }

    /** Ends the thread after its current operation. */
    void end() {
        ending = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Operations so far. */
    long done() {
        return done;
    }
}
