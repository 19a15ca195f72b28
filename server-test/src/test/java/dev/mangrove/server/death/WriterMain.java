package dev.mangrove.server.death;

import dev.mangrove.Mangrove;
import dev.mangrove.MangroveException;
import dev.mangrove.index.ordered.OrderedIndex;
import dev.mangrove.index.ordered.ViewOptions;
import dev.mangrove.server.fixture.Pools;

import java.net.URI;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/**
 * A client process with threads that put to an index until an exception says that it was dropped.
 */
final class WriterMain {
    private static final int THREADS = 3;
    private static final int KEYS = 5_000;

    private WriterMain() {}

    /** Arguments: server, index. Prints {@code writing}, and {@code ended} after all threads. */
    public static void main(String[] args) throws Exception {
        CountDownLatch begun = new CountDownLatch(THREADS);
        CountDownLatch ended = new CountDownLatch(THREADS);
        try (Mangrove mangrove = new Pools("").connect(URI.create(args[0]))) {
            for (int i = 0; i < THREADS; i++) {
                int seed = i;
                new Thread(() -> write(mangrove, args[1], seed, begun, ended)).start();
            }
            begun.await();
            System.out.println("writing");
            ended.await();
            System.out.println("ended");
            System.in.read();
        }
    }

    private static void write(
            Mangrove mangrove, String name, int seed, CountDownLatch begun, CountDownLatch ended) {
        SplittableRandom random = new SplittableRandom(seed);
        try (OrderedIndex index = mangrove.openOrdered(name, ViewOptions.DEFAULT)) {
            for (long put = 0; true; put++) {
                index.put(random.nextInt(KEYS), -1 - put);
                if (put == KEYS) {
                    begun.countDown();
                }
            }
        } catch (MangroveException | IllegalStateException e) {
            ended.countDown();
        }
    }
}
