package dev.mangrove.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Lets threads work at the same time. */
public final class Threads {
    private Threads() {}

    /** What all of them did together; one alone is the thread that asks. */
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
            throw new IllegalStateException("interrupted while others work", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a thread has failed", e);
        }
        return sum;
    }
}
