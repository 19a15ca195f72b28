package dev.mangrove.contract.handle;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many threads at the same time; the first failure is thrown. */
enum Crowd {
    /** Far more threads than a handle has views, on few carriers. */
    VIRTUAL(1_000),
    /** More threads than a handle has views, each with a processor when the system gives it one. */
    PLATFORM(100);

    private final int threads;

    Crowd(int threads) {
        this.threads = threads;
    }

    /** The work of one thread. */
    interface Work {
        void run(int thread) throws Exception;
    }

    int threads() {
        return threads;
    }

    /** Starts all threads, which have numbers from 0 on, and waits for their ends. */
    void run(Work work) throws Exception {
        try (ExecutorService executor =
                this == VIRTUAL
                        ? Executors.newVirtualThreadPerTaskExecutor()
                        : Executors.newFixedThreadPool(threads)) {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                futures.add(
                        executor.submit(
                                () -> {
                                    work.run(thread);
                                    return null;
                                }));
            }
            for (Future<?> future : futures) {
                future.get();
            }
        }
    }
}
