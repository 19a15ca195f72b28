package dev.mangrove.reproduce.nam;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.RangeQuery;

import org.jspecify.annotations.Nullable;

import java.util.random.RandomGenerator;

/** A client thread, with one operation at a time while a phase lasts. */
final class NamClient {
    private static final long LONGEST_REST_NANOS = 1_000_000_000;

    /** A range query counts its keys in steps of this size. Chosen, not tuned. */
    private static final int COUNTED_KEYS = 256;

    private final NamCluster cluster;
    private final Host host;
    private final int number;
    private final long keys;
    private final Host.Signal signal;
    private final RandomGenerator random;
    private boolean resting = true;
    private @Nullable NamPhase latest;
    private long done;

    NamClient(NamCluster cluster, Host host, int number, long keys) {
        this.cluster = cluster;
        this.host = host;
        this.number = number;
        this.keys = keys;
        this.signal = host.signal();
        this.random = host.random();
    }

    /** Ends a pause, so that the client looks for a new phase. */
    void wake() {
        signal.raise();
    }

    boolean isResting() {
        return resting;
    }

    void run(OrderedIndex index) {
        while (true) {
            NamPhase phase = cluster.phase();
            if (phase != null && !phase.equals(latest)) {
                latest = phase;
                done = 0;
            }
            if (phase == null || number >= phase.clients() || done >= phase.share()) {
                resting = true;
                signal.await(LONGEST_REST_NANOS);
                continue;
            }
            resting = false;
            if (phase.work().isRange()) {
                scan(index, phase);
            } else {
                single(index, phase);
            }
        }
    }

    private void single(OrderedIndex index, NamPhase phase) {
        boolean inserts =
                phase.work().inserts() > 0 && random.nextDouble() < phase.work().inserts();
        long key = NamSetup.key(random.nextLong(keys));
        long start = host.nanoTime();
        if (inserts) {
            index.put(key + 1 + random.nextInt(NamSetup.STRIDE - 1), number);
        } else if (index.getOrDefault(key, -1) < 0) {
            throw new IllegalStateException("a key is missing: " + key);
        }
        count(phase, start, 1);
    }

    /** Counts keys while the query runs, so that unfinished long queries count, too. */
    private void scan(OrderedIndex index, NamPhase phase) {
        long span = phase.work().span(keys);
        long first = random.nextLong(keys - span + 1);
        RangeQuery query = RangeQuery.between(NamSetup.key(first), NamSetup.key(first + span - 1));
        long start = host.nanoTime();
        long counted = 0;
        long found = 0;
        try (Cursor cursor = index.range(query)) {
            while (cursor.next()) {
                found++;
                if (found - counted == COUNTED_KEYS) {
                    count(phase, start, found - counted);
                    counted = found;
                    if (done >= phase.share() || !phase.equals(cluster.phase())) {
                        return;
                    }
                }
            }
        }
        count(phase, start, found - counted);
        if (found != span) {
            throw new IllegalStateException("a range of " + span + " keys returned " + found);
        }
    }

    private void count(NamPhase phase, long start, long amount) {
        done += amount;
        phase.window().record(start, host.nanoTime(), amount);
    }
}
