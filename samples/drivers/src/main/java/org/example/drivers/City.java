package org.example.drivers;

import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.SpatialDesign;
import dev.mangrove.index.spatial.SpatialIndex;
import dev.mangrove.index.spatial.SpatialOptions;

/** A square city, and where its drivers are: coordinates are metres. */
final class City {
    /** The fractional parts of multiples of these two numbers spread evenly over a square. */
    private static final double ALONG = 0.7548776662466927;

    private static final double ACROSS = 0.5698402909980532;
    private static final double SIZE = 30_000;

    private City() {}

    /** The index of all drivers, created by the first process; Hilbert trees suit what moves. */
    static SpatialIndex drivers(Mangrove mangrove) {
        return mangrove.spatial("drivers", SpatialOptions.of(SpatialDesign.HILBERT));
    }

    /** Where a driver is along the street after some steps of 1 to 5 metres. */
    static double x(long driver, int steps) {
        return (fraction(driver * ALONG) * SIZE + steps * (1 + driver % 5)) % SIZE;
    }

    /** The driver's street. */
    static double y(long driver) {
        return fraction(driver * ACROSS) * SIZE;
    }

    private static double fraction(double number) {
        return number - Math.floor(number);
    }
}
