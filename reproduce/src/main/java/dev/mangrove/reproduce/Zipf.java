package dev.mangrove.reproduce;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Numbers from 0 on whose popularity falls with a power of their rank; 0 is uniform. */
public final class Zipf {
    private final double[] cumulative;

    public Zipf(int items, double skew) {
        cumulative = new double[items];
        double sum = 0;
        for (int i = 0; i < items; i++) {
            sum += 1 / StrictMath.pow(i + 1.0, skew);
            cumulative[i] = sum;
        }
    }

    public int next(RandomGenerator random) {
        double lot = random.nextDouble() * cumulative[cumulative.length - 1];
        int place = Arrays.binarySearch(cumulative, lot);
        return Math.min(place < 0 ? -place - 1 : place, cumulative.length - 1);
    }
}
