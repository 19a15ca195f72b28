package dev.mangrove.cli.demo;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/** What a get and a put of one client cost in each design, by verbs and messages. */
final class CostPart {
    /** Chosen: a tree of three levels, loaded within a second. */
    private static final int ENTRIES = 100_000;

    /** Chosen: about the fill of leaves after many random puts, ln 2 (Yao 1978). */
    private static final double FILL = 0.7;

    /** Chosen: the clock is read rarely enough to cost nothing beside operations. */
    private static final int OPERATIONS_PER_CLOCK = 16;

    private static final double MICROS = 1e3;

    private final Mangrove mangrove;
    private final DemoProcesses processes;
    private final Duration phase;

    CostPart(Mangrove mangrove, DemoProcesses processes, Duration phase) {
        this.mangrove = mangrove;
        this.processes = processes;
        this.phase = phase;
    }

    /**
     * One kind of operation.
     *
     * @param perSecond operations of the one client
     * @param roundTrips times that it waited for a server or its memory, per operation
     * @param bytes payload in both directions, per operation
     * @param serverMicros processor time of all servers, per operation
     */
    record Cost(double perSecond, double roundTrips, double bytes, double serverMicros) {}

    /** What operations of a design cost, and how fast a get is where memory is shared. */
    record Row(Design design, Cost get, Cost put, double getsInPlace) {}

    List<Row> play(boolean inPlace) {
        List<Row> rows = new ArrayList<>();
        for (Design design : Design.values()) {
            String name = "demo-" + design.text();
            try (OrderedIndex index = mangrove.createOrdered(name, OrderedOptions.of(design))) {
                long _ = index.bulkLoad(new SortedEntries(), FILL);
                rows.add(measure(design, name, inPlace));
            }
            mangrove.drop(name);
        }
        return rows;
    }

    private Row measure(Design design, String name, boolean inPlace) {
        Duration half = phase.dividedBy(2);
        Cost get;
        Cost put;
        try (OrderedIndex view =
                mangrove.openOrdered(name, ViewOptions.DEFAULT.withInPlace(false))) {
            LongConsumer getKey = key -> expect(view.getOrDefault(key, ~key), key);
            LongConsumer putKey = key -> view.put(key, DemoEntries.value(key));
            measure(view, half, getKey); // fills the cache
            get = measure(view, half, getKey);
            put = measure(view, half, putKey);
        }
        if (!inPlace) {
            return new Row(design, get, put, 0);
        }
        try (OrderedIndex view = mangrove.openOrdered(name, ViewOptions.DEFAULT)) {
            LongConsumer getKey = key -> expect(view.getOrDefault(key, ~key), key);
            measure(view, half, getKey);
            return new Row(design, get, put, measure(view, half, getKey).perSecond());
        }
    }

    private Cost measure(OrderedIndex view, Duration time, LongConsumer operation) {
        SplittableRandom random = new SplittableRandom(3);
        OrderedCosts before = view.costs();
        Duration serversBefore = processes.serverTime();
        long start = System.nanoTime();
        long now = start;
        long operations = 0;
        while (now - start < time.toNanos()) {
            for (int i = 0; i < OPERATIONS_PER_CLOCK; i++) {
                operation.accept(DemoEntries.key(random.nextInt(ENTRIES)));
            }
            operations += OPERATIONS_PER_CLOCK;
            now = System.nanoTime();
        }
        Duration servers = processes.serverTime().minus(serversBefore);
        OrderedCosts spent = view.costs().since(before);
        return new Cost(
                operations * 1e9 / (now - start),
                (double) spent.roundTrips() / operations,
                (double) (spent.bytesRead() + spent.bytesWritten()) / operations,
                servers.toNanos() / MICROS / operations);
    }

    private static void expect(long value, long key) {
        if (value != DemoEntries.value(key)) {
            throw new IllegalStateException("wrong value: key=" + key + ", value=" + value);
        }
    }

    /** The first ENTRIES entries in the order of their keys. */
    private static final class SortedEntries implements Entries {
        private final long[] keys = new long[ENTRIES];
        private int at = -1;

        SortedEntries() {
            Arrays.setAll(keys, DemoEntries::key);
            Arrays.sort(keys);
        }

        @Override
        public boolean next() {
            return ++at < keys.length;
        }

        @Override
        public long key() {
            return keys[at];
        }

        @Override
        public long value() {
            return DemoEntries.value(keys[at]);
        }
    }
}
