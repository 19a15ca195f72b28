package dev.mangrove.bench.ordered;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import com.sun.management.ThreadMXBean;

import dev.mangrove.index.ordered.OrderedCosts;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.session.Session;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Loops of gets, by a view or by a handle, bundles of gets, puts, or plain reads of random pages of
 * the same memory; the plain read is the lower bound for the others.
 */
final class OperationLoop {
    /** Chosen: the clock is read once in so many operations. */
    private static final int BETWEEN_LOOKS = 1_000;

    private static final long ABSENT = -1;
    private static final int BUNDLE = 64;

    private final BenchSettings settings;
    private final OrderedIndex index;
    private final Supplier<OrderedIndex> opener;
    private final Session session;
    private final SplittableRandom random;
    private @Nullable OrderedIndex handle;
    private MemorySegment[] memories = new MemorySegment[0];
    private final long[] keys = new long[BUNDLE];
    private final long[] values = new long[BUNDLE];
    private final boolean[] present = new boolean[BUNDLE];
    private long pages;
    private long sink;

    /**
     * Creates loops.
     *
     * @param index a view of one thread
     * @param opener opens a handle of the same index; the client closes it at its end
     */
    OperationLoop(
            BenchSettings settings,
            OrderedIndex index,
            Supplier<OrderedIndex> opener,
            Session session,
            int client) {
        this.settings = settings;
        this.index = index;
        this.opener = opener;
        this.session = session;
        this.random = new SplittableRandom(0x5EED + client);
    }

    /** Repeats one kind of operation; answers operations per second and bytes allocated by each. */
    String run(String what, double seconds) {
        Runnable operation =
                switch (what) {
                    case "raw" -> this::rawRead;
                    case "get" -> this::get;
                    case "getall" -> this::getAll;
                    case "handle" -> getterByHandle();
                    case "put" -> this::put;
                    default ->
                            throw new IllegalArgumentException(
                                    "unknown operation: "
                                            + what
                                            + "; there are raw, get, getall, handle, put");
                };
        if (what.equals("raw") && pages == 0) {
            reachMemory();
        }
        int each = what.equals("getall") ? BUNDLE : 1;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long done = 0;
        long now = start;
        while (now - end < 0) {
            for (int i = 0; i < BETWEEN_LOOKS / each; i++) {
                operation.run();
                done += each;
            }
            now = System.nanoTime();
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - allocated;
        return "rate " + done * 1e9 / (now - start) + " " + (double) bytes / done;
    }

    /** As {@link #run} of gets; answers the messages of a get as well. */
    String runGets(double seconds) {
        OrderedCosts before = index.costs();
        String rate = run("get", seconds);
        OrderedCosts after = index.costs();
        double messages = (double) (after.messages() - before.messages());
        return rate + " " + messages / (after.operations() - before.operations());
    }

    private void get() {
        long key = Keys.key(random.nextLong(settings.keys()));
        if (!Keys.fits(key, index.getOrDefault(key, ABSENT), true)) {
            throw new IllegalStateException("wrong answer for key " + key);
        }
    }

    private void getAll() {
        for (int i = 0; i < BUNDLE; i++) {
            keys[i] = Keys.key(random.nextLong(settings.keys()));
        }
        int _ = index.getAll(keys, values, present);
        for (int i = 0; i < BUNDLE; i++) {
            if (!present[i] || !Keys.fits(keys[i], values[i], true)) {
                throw new IllegalStateException("wrong answer for key " + keys[i]);
            }
        }
    }

    /** Gets as {@link #get} does, by a handle for all threads. */
    private Runnable getterByHandle() {
        OrderedIndex open = handle == null ? opener.get() : handle;
        handle = open;
        return () -> {
            long key = Keys.key(random.nextLong(settings.keys()));
            if (!Keys.fits(key, open.getOrDefault(key, ABSENT), true)) {
                throw new IllegalStateException("wrong answer for key " + key);
            }
        };
    }

    private void put() {
        long key = Keys.key(random.nextLong(settings.keys()));
        if (index.put(key, Keys.value(key, random.nextInt()))) {
            throw new IllegalStateException("key " + key + " was missing");
        }
    }

    /** Reads all words of a random page. */
    private void rawRead() {
        MemorySegment memory = memories[random.nextInt(memories.length)];
        long base = AddressSpace.FIRST_CHUNK + random.nextLong(pages) * settings.pageSize();
        long sum = 0;
        for (long at = base; at < base + settings.pageSize(); at += Long.BYTES) {
            sum += memory.get(JAVA_LONG, at);
        }
        sink += sum;
    }

    /**
     * Maps the memories of servers that have granted some: a small index of design cell lies at one
     * server. {@code pages} covers the least that one of them has granted.
     */
    private void reachMemory() {
        List<MemorySegment> reached = new ArrayList<>();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < settings.servers(); i++) {
            MemorySegment memory = session.link(i).memory();
            if (memory == null) {
                throw new IllegalStateException(
                        "memory of server "
                                + i
                                + " is not mapped into this process; use fabric shm");
            }
            long granted = session.status(i).memoryUsed();
            if (granted >= settings.pageSize()) {
                reached.add(memory);
                least = Math.min(least, granted);
            }
        }
        memories = reached.toArray(MemorySegment[]::new);
        pages = least / settings.pageSize();
    }

    /** The sum of the words read; keeps the compiler from removing the reads. */
    long sink() {
        return sink;
    }
}
