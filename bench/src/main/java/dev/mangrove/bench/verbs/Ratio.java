package dev.mangrove.bench.verbs;

import java.util.Locale;

/**
 * Two measurements of one run, one divided by the other.
 *
 * @param dividend what is divided
 * @param divisor by what
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
