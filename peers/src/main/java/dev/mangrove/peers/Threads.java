package dev.mangrove.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Runs work on several threads at the same time. */
public final class Threads {
    private Threads() {}

    /** Runs the work and adds up the results; a single thread is the calling one. */
    public static Measured run(int threads, IntFunction<Measured> work) {
        if (threads == 1) {
            return work.apply(0);
        }
        Measured sum = new Measured();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<Future<Measured>> parts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                parts.add(pool.submit(() -> work.apply(number)));
            }
            for (Future<Measured> part : parts) {
                sum.add(part.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while threads work", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a thread has failed", e);
        }
        return sum;
    }
}
