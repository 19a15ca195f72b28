package dev.mangrove.contract.ordered;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.TestSize;
import dev.mangrove.index.ordered.Design;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.OrderedOptions;
import dev.mangrove.index.ordered.ViewOptions;

import org.junit.jupiter.api.Assumptions;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * The fixture of one test of the contract: creates indexes for it, and drops them at its end. Every
 * index is verified before it is dropped, unless the test has {@link #forget forgotten} it.
 */
final class IndexFixture {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int SMALLEST_PAGE = 512;
    private static final int SMALLEST_FANOUT = 4;
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final long MILLISECOND = 1_000_000;

    private final TestBed testBed;
    private final long seed = Long.getLong("mangrove.seed", System.nanoTime());
    private final RandomGenerator random = new SplittableRandom(seed);
    private final List<String> names = new ArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    IndexFixture(TestBed testBed) {
        this.testBed = testBed;
    }

    /** A task. */
    @FunctionalInterface
    interface Work {
        void run(int number, IndexClient client) throws Exception;
    }

    Design design() {
        return testBed.design();
    }

    String fabric() {
        return testBed.fabric();
    }

    int servers() {
        return testBed.servers();
    }

    /** Aborts the test where there are no servers, and so no pages. */
    void needServers() {
        Assumptions.assumeFalse(fabric().equals(TestBed.MODEL), "a model has no pages");
    }

    /** Aborts a test of what only one thread's view promises. */
    void needViews() {
        Assumptions.assumeFalse(testBed.handles(), "a handle has several views");
    }

    /**
     * Aborts a test that takes long, above all by TCP and in virtual time. There it runs with the
     * default design only, at full size; at small size on shared memory, with the default design.
     */
    void needSpeed() {
        boolean usual = design() == Design.DEFAULT && !testBed.handles();
        Assumptions.assumeTrue(
                TestSize.FULL ? usual || fabric().equals("shm") : usual && fabric().equals("shm"),
                "slow: -Pfull, with design " + Design.DEFAULT);
    }

    long seed() {
        return seed;
    }

    RandomGenerator random() {
        return random;
    }

    Host host() {
        return testBed.machines().home();
    }

    IndexClient client() {
        return testBed.client();
    }

    /** Connects another client. */
    IndexClient another() {
        IndexClient other = testBed.pool().connect(host());
        opened.add(other);
        return other;
    }

    /** Connects a client to a pool of its own, with servers that have little memory. */
    IndexClient apart(long memoryLimit) {
        ContractPool pool = testBed.newPool(memoryLimit);
        opened.add(pool);
        IndexClient client = pool.connect(host());
        opened.add(client);
        return client;
    }

    /** Options of views, unless a test asks for others. */
    ViewOptions view() {
        return client().view();
    }

    /** Default options of the design. */
    OrderedOptions options() {
        return OrderedOptions.of(design());
    }

    /** The design with pages of four entries, so that a few keys make a tall tree. */
    OrderedOptions tiny() {
        return options().withPageSize(SMALLEST_PAGE).withFanout(SMALLEST_FANOUT);
    }

    /** An unused name. */
    String newName() {
        return "index-" + NAMES.incrementAndGet();
    }

    /** Creates an index and returns its name. */
    String create(OrderedOptions options) {
        String name = newName();
        client().create(name, options);
        names.add(name);
        return name;
    }

    OrderedIndex open(String name) {
        return open(name, view());
    }

    OrderedIndex open(String name, ViewOptions view) {
        OrderedIndex index = client().open(name, view);
        opened.add(index);
        return index;
    }

    /** Creates an index and opens a view. */
    OrderedIndex index(OrderedOptions options) {
        return open(create(options));
    }

    /** Creates an index with default options and opens a view. */
    OrderedIndex index() {
        return index(options());
    }

    /** Excludes an index from the final verification: the test drops or damages it itself. */
    void forget(String name) {
        names.remove(name);
    }

    /** Runs tasks at the same time, each with a client on a host of its own. */
    void together(int tasks, Work work) {
        Tasks running = new Tasks();
        for (int i = 0; i < tasks; i++) {
            int number = i;
            Host host = testBed.machines().another();
            running.start(
                    host,
                    () -> {
                        try (IndexClient client = testBed.pool().connect(host)) {
                            work.run(number, client);
                        }
                    });
        }
        running.join();
    }

    void sleep(long millis) {
        host().sleep(millis * MILLISECOND);
    }

    /** Waits until a condition holds; returns false after a time limit. */
    boolean eventually(BooleanSupplier condition) {
        long deadline = host().nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (host().nanoTime() - deadline > 0) {
                return false;
            }
            sleep(2);
        }
        return true;
    }

    /** Verifies all indexes. */
    void verify() {
        for (String name : names) {
            try (OrderedIndex index = client().open(name)) {
                index.verify().orThrow();
            }
        }
    }

    /** Ends all views and drops all indexes. */
    void clear() throws Exception {
        for (AutoCloseable one : opened.reversed()) {
            one.close();
        }
        names.forEach(client()::drop);
    }
}
