package org.example.sharedmap;

import dev.mangrove.Mangrove;
import dev.mangrove.index.ordered.OrderedIndex;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * Two threads count visits of pages in one map. With the URI of a memory server, all processes that
 * run this count in the same map; without it, a server runs within the process.
 */
public final class VisitCounter {
    private static final int THREADS = 2;
    private static final int VISITS = 1_000;
    private static final int PAGES = 4;

    private VisitCounter() {}

    public static void main(String[] args) throws InterruptedException {
        try (Mangrove mangrove =
                        args.length == 0 ? Mangrove.embedded() : Mangrove.connect(args[0]);
                OrderedIndex visits = mangrove.ordered("visits")) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.ofPlatform().start(() -> visit(visits)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            visits.asMap().forEach((page, count) -> System.out.println(page + ": " + count));
        }
    }

    /** All threads use the same handle. */
    private static void visit(OrderedIndex visits) {
        NavigableMap<Long, Long> map = visits.asMap();
        for (int i = 0; i < VISITS; i++) {
            map.merge((long) (i % PAGES), 1L, Long::sum);
        }
    }
}
