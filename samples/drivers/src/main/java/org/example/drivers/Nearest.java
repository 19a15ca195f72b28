package org.example.drivers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.SpatialCursor;
import dev.mangrove.index.spatial.SpatialIndex;

import java.util.Locale;

/** Prints the ten drivers who are nearest to a place now, with their names and distances. */
public final class Nearest {
    private static final int WANTED = 10;

    private Nearest() {}

    /** Arguments: URI of a memory server, and the two coordinates of the place. */
    public static void main(String[] args) {
        double x = Double.parseDouble(args[1]);
        double y = Double.parseDouble(args[2]);
        try (Mangrove mangrove = Mangrove.connect(args[0]);
                SpatialIndex drivers = City.drivers(mangrove);
                SpatialCursor near = drivers.nearestWithPayloads(x, y, WANTED)) {
            while (near.next()) {
                byte[] name = near.payload();
                System.out.printf(
                        Locale.ROOT,
                        "%s, %.3f m%n",
                        name == null ? "a driver who has just left" : new String(name, UTF_8),
                        near.distance());
            }
        }
    }
}
