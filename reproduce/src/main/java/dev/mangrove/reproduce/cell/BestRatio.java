package dev.mangrove.reproduce.cell;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/**
 * The fixed share of requests by clients with the highest throughput, in steps of 0.05: all
 * multiples of 0.1 are tried, and then the neighbours of the best one. Throughput may have several
 * maxima.
 *
 * @param share of requests that clients execute
 * @param thousands of requests per second
 */
record BestRatio(double share, double thousands) {
    static final String NOTE =
            "the best ratio is the best of all multiples of 0.1 and of its neighbours at 0.05";

    private static final int STEPS = 20;
    private static final int COARSE = 2;

    /** Searches the best share, given the throughput of a share in thousands per second. */
    static BestRatio of(DoubleUnaryOperator throughput) {
        Map<Integer, Double> tried = new TreeMap<>();
        for (int step = 0; step <= STEPS; step += COARSE) {
            tried.put(step, throughput.applyAsDouble(share(step)));
        }
        int coarse = best(tried);
        for (int step : new int[] {coarse - 1, coarse + 1}) {
            if (step >= 0 && step <= STEPS) {
                tried.put(step, throughput.applyAsDouble(share(step)));
            }
        }
        int best = best(tried);
        return new BestRatio(share(best), tried.getOrDefault(best, 0.0));
    }

    private static int best(Map<Integer, Double> tried) {
        return tried.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElseThrow();
    }

    private static double share(int step) {
        return (double) step / STEPS;
    }
}
