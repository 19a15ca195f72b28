package dev.mangrove.bench.verbs;

import java.util.Locale;

/**
 * The quotient of two measurements of one run.
 *
 * @param dividend numerator
 * @param divisor denominator
 * @param unit of both
 */
record Ratio(double dividend, double divisor, String unit) {
    double value() {
        return dividend / divisor;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,.0f / %,.0f %s", dividend, divisor, unit);
    }
}
