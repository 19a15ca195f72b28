package dev.mangrove.bench.verbs;

import java.util.Arrays;
import java.util.Collection;

/** The median of measured values. */
public final class Median {
    private Median() {}

    /** The median; the mean of the two middle values if their number is even, NaN if it is 0. */
    public static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** As {@link #of(double...)}. */
    public static double of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
