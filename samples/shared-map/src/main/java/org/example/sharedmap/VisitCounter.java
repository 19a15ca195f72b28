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
                args.length == 0 ? Mangrove.embedded() : Mangrove.connect(args[0])) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.ofPlatform().start(() -> visit(mangrove)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            print(mangrove);
        }
    }

    /** A view belongs to one thread, so each thread opens its own. */
    private static void visit(Mangrove mangrove) {
        try (OrderedIndex visits = mangrove.openOrCreateOrdered("visits")) {
            NavigableMap<Long, Long> map = visits.asMap();
            for (int i = 0; i < VISITS; i++) {
                map.merge((long) (i % PAGES), 1L, Long::sum);
            }
        }
    }

    private static void print(Mangrove mangrove) {
        try (OrderedIndex visits = mangrove.openOrCreateOrdered("visits")) {
            visits.asMap().forEach((page, count) -> System.out.println(page + ": " + count));
        }
    }
}
