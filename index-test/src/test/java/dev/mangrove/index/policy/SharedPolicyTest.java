package dev.mangrove.index.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class SharedPolicyTest {
    private static final int THREADS = 4;
    private static final int REPORTS = 100_000;

    @Test
    void shouldNotLoseReportsOfThreadsThatShareIt() throws InterruptedException {
        Counting counts = new Counting();
        AccessPolicy shared = new SharedPolicy(counts);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> report(shared)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(counts.reports).isEqualTo(5L * THREADS * REPORTS);
    }

    private static void report(AccessPolicy policy) {
        RequestEstimate request = new RequestEstimate();
        for (int i = 0; i < REPORTS; i++) {
            boolean _ = policy.offloads(request);
            policy.served(request, 1);
            policy.pageRead(1);
            policy.pagesRead(1);
            policy.offloaded(request, 1, 1, 0);
        }
    }

    /** Counts without a lock. */
    private static final class Counting implements AccessPolicy {
        private long reports;

        @Override
        public boolean offloads(RequestEstimate request) {
            reports++;
            return true;
        }

        @Override
        public void served(RequestEstimate request, long nanos) {
            reports++;
        }

        @Override
        public void pageRead(long nanos) {
            reports++;
        }

        @Override
        public void pagesRead(long nanos) {
            reports++;
        }

        @Override
        public void offloaded(RequestEstimate request, long nanos, long pages, long gateNanos) {
            reports++;
        }
    }
}
