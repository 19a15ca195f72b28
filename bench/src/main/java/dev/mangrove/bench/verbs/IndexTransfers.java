package dev.mangrove.bench.verbs;

import dev.mangrove.Mangrove;
import dev.mangrove.bench.ordered.Keys;
import dev.mangrove.bench.ordered.ServerProcess;
import dev.mangrove.cli.process.ChildProcess;
import dev.mangrove.index.btree.OrderedIndexes;
import dev.mangrove.index.btree.ViewProtocol;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.Entries;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.RangeQuery;
import dev.mangrove.index.ordered.SecondaryIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.index.session.ClientAccess;

import org.jspecify.annotations.Nullable;

import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/**
 * Operations of an index whose pages its clients reach by verbs, on a server in another process:
 * those that move many pages at once, and the same operations of a view that moves each page, as a
 * whole, in a round trip of its own.
 */
final class IndexTransfers implements AutoCloseable {
    private static final long SEED = 20_260_102;
    private static final long ENTRIES = 100_000;
    private static final long LOADED_ENTRIES = 20_000;

    /** Chosen: far more than the fixed costs of a load, of creating pages and a root, weigh. */
    private static final long BULK_ENTRIES = 200_000;

    private static final long PUT_ENTRIES = 200;
    private static final double FILL = 0.7;
    private static final int MANY = 64;

    /** The protocol without transfers of many pages. */
    private static final ViewProtocol SINGLY =
            new ViewProtocol() {
                @Override
                public boolean movesManyPages() {
                    return false;
                }
            };

    private final ChildProcess server;
    private final Mangrove mangrove;
    private final OrderedIndex index;
    private final OrderedIndex singly;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final long[] keys = new long[MANY];
    private final long[] values = new long[MANY];
    private final boolean[] present = new boolean[MANY];
    private final long leaves;
    private @Nullable OrderedIndex narrow;
    private int loads;

    /** Starts a server and loads an index. */
    IndexTransfers(String location, long memoryBytes) {
        server = ChildProcess.start(ServerProcess.class, location, String.valueOf(memoryBytes));
        mangrove = Mangrove.connect(server.readLine());
        index = create("scanned");
        load(index, ENTRIES);
        singly = openSingly("scanned");
        leaves = index.statistics().leaves();
    }

    /** Windows of a spatial index at the same server. */
    WindowTransfers windows() {
        return new WindowTransfers(mangrove);
    }

    private OrderedIndex create(String name) {
        return mangrove.createOrdered(name, OrderedOptions.of(Design.FINE));
    }

    private static void load(OrderedIndex index, long entries) {
        check(index.bulkLoad(new Loaded(entries), FILL), entries);
    }

    private OrderedIndex openSingly(String name) {
        return OrderedIndexes.open(
                ClientAccess.of(mangrove).session(), name, ViewOptions.DEFAULT, SINGLY);
    }

    void count() {
        count(index);
    }

    /** The same, page by page. */
    void countSingly() {
        count(singly);
    }

    private static void count(OrderedIndex view) {
        check(view.count(Long.MIN_VALUE, Long.MAX_VALUE), ENTRIES);
    }

    void scan() {
        scan(index);
    }

    /** The same, page by page. */
    void scanSingly() {
        scan(singly);
    }

    private static void scan(OrderedIndex view) {
        long entries = 0;
        try (Cursor cursor = view.range(RangeQuery.all())) {
            while (cursor.next()) {
                entries++;
            }
        }
        check(entries, ENTRIES);
    }

    /** Leaves that a scan reads. */
    long leaves() {
        return leaves;
    }

    void getAll() {
        draw();
        check(index.getAll(keys, values, present), MANY);
    }

    void getEach() {
        draw();
        long found = 0;
        for (long key : keys) {
            found += index.getOrDefault(key, 0) == Keys.value(key) ? 1 : 0;
        }
        check(found, MANY);
    }

    private void draw() {
        for (int i = 0; i < MANY; i++) {
            keys[i] = Keys.key(random.nextLong(ENTRIES));
        }
    }

    /** Loads a new index; returns its leaves per second. */
    double loadRate() {
        String name = "loaded-" + loads++;
        return loadRate(name, create(name));
    }

    /** The same, page by page. */
    double loadRateSingly() {
        String name = "loaded-" + loads++;
        create(name).close();
        return loadRate(name, openSingly(name));
    }

    private double loadRate(String name, OrderedIndex view) {
        try (OrderedIndex loaded = view) {
            long start = System.nanoTime();
            load(loaded, BULK_ENTRIES);
            long nanos = System.nanoTime() - start;
            return loaded.statistics().leaves() * 1e9 / nanos;
        } finally {
            mangrove.drop(name);
        }
    }

    /** Builds a secondary index of the loaded one; returns references per second. */
    double buildRate() {
        return rateOf(
                target -> {
                    SecondaryIndex.build(narrow(), target, (key, value) -> value);
                    return LOADED_ENTRIES;
                });
    }

    /** The same by a range, and a put for each of the first entries. */
    double putRate() {
        return rateOf(
                target -> {
                    SecondaryIndex secondary = new SecondaryIndex(target);
                    RangeQuery first = RangeQuery.all().limit(PUT_ENTRIES);
                    try (Cursor entries = narrow().range(first)) {
                        while (entries.next()) {
                            secondary.add((int) entries.value(), (int) entries.key());
                        }
                    }
                    return PUT_ENTRIES;
                });
    }

    private double rateOf(ToLongFunction<OrderedIndex> filling) {
        OrderedIndex _ = narrow();
        String name = "secondary-" + loads++;
        try (OrderedIndex target = create(name)) {
            long start = System.nanoTime();
            long entries = filling.applyAsLong(target);
            return entries * 1e9 / (System.nanoTime() - start);
        } finally {
            mangrove.drop(name);
        }
    }

    /** An index whose keys and values have 32 bits; values repeat and are in no order. */
    private OrderedIndex narrow() {
        OrderedIndex made = narrow;
        if (made == null) {
            made = create("narrow");
            check(made.bulkLoad(new Narrow(), FILL), LOADED_ENTRIES);
            narrow = made;
        }
        return made;
    }

    private static void check(long entries, long expected) {
        if (entries != expected) {
            throw new IllegalStateException(
                    "wrong number of entries: entries=" + entries + ", expected=" + expected);
        }
    }

    @Override
    public void close() {
        index.close();
        singly.close();
        if (narrow != null) {
            narrow.close();
        }
        mangrove.close();
        server.close();
    }

    private static final class Narrow implements Entries {
        private int rank = -1;

        @Override
        public boolean next() {
            return ++rank < LOADED_ENTRIES;
        }

        @Override
        public long key() {
            return rank;
        }

        @Override
        public long value() {
            int mixed = Integer.reverse(rank) >>> Byte.SIZE;
            return mixed;
        }
    }

    private static final class Loaded implements Entries {
        private final long entries;
        private long rank = -1;

        Loaded(long entries) {
            this.entries = entries;
        }

        @Override
        public boolean next() {
            return ++rank < entries;
        }

        @Override
        public long key() {
            return Keys.key(rank);
        }

        @Override
        public long value() {
            return Keys.value(Keys.key(rank));
        }
    }
}
