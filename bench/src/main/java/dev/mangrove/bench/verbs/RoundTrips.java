package dev.mangrove.bench.verbs;

/** Compares the median times of two operations that wait for another process. */
final class RoundTrips {
    private static final int BLOCK = 500;
    private static final int WARM_UP = 20_000;

    private RoundTrips() {}

    /** Measures in alternating blocks; median time of the dividend / median of the divisor. */
    static Ratio ratio(Runnable dividend, Runnable divisor, int samples) {
        warmUp(dividend);
        warmUp(divisor);
        Latencies above = new Latencies(samples);
        Latencies below = new Latencies(samples);
        while (!above.isFull()) {
            block(dividend, above);
            block(divisor, below);
        }
        return new Ratio(above.median(), below.median(), "ns");
    }

    private static void warmUp(Runnable operation) {
        for (int i = 0; i < WARM_UP; i++) {
            operation.run();
        }
    }

    private static void block(Runnable operation, Latencies latencies) {
        for (int i = 0; i < BLOCK && !latencies.isFull(); i++) {
            long start = System.nanoTime();
            operation.run();
            latencies.add(System.nanoTime() - start);
        }
    }
}
