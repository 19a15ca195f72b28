package dev.mangrove.bench.spatial;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * What we and a peer did in turns with each other, so that both had the machine as it was. The
 * first turn warms up; of the others the middle counts.
 *
 * @param ours our rate
 * @param theirs the peer's
 * @param ratio of the two rates of a turn
 */
record SpatialTurns(double ours, double theirs, double ratio) {
    /** Runs both, given the number of the turn. */
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
