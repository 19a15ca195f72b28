package dev.mangrove.bench.spatial;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Medians of turns in which a spatial index and a peer alternate, so that the machine's load
 * affects both alike. The first turn warms up and does not count.
 *
 * @param ours median of our rates
 * @param theirs median of the peer's rates
 * @param ratio median of our rate / the peer's rate in the same turn
 */
record SpatialTurns(double ours, double theirs, double ratio) {
    /** Runs both in turns; each gets the number of the turn. */
    static SpatialTurns of(int rounds, IntToDoubleFunction we, IntToDoubleFunction they) {
        double[] ours = new double[rounds];
        double[] theirs = new double[rounds];
        double[] ratios = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            double own = we.applyAsDouble(round);
            double other = they.applyAsDouble(round);
            if (round >= 0) {
                ours[round] = own;
                theirs[round] = other;
                ratios[round] = own / other;
            }
        }
        return new SpatialTurns(middle(ours), middle(theirs), middle(ratios));
    }

    private static double middle(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
