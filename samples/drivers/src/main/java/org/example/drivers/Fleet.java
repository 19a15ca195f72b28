package org.example.drivers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mangrove.Mangrove;
import dev.mangrove.index.spatial.SpatialBatch;
import dev.mangrove.index.spatial.SpatialIndex;

/** Moves some drivers again and again; other processes move others meanwhile. */
public final class Fleet {
    private static final int AT_ONCE = 1_000;

    private final SpatialIndex drivers;
    private final long first;
    private final int number;

    private Fleet(SpatialIndex drivers, long first, int number) {
        this.drivers = drivers;
        this.first = first;
        this.number = number;
    }

    /** Arguments: URI of a memory server, id of the first driver, number of drivers, of steps. */
    public static void main(String[] args) {
        try (Mangrove mangrove = Mangrove.connect(args[0]);
                SpatialIndex drivers = City.drivers(mangrove)) {
            Fleet fleet = new Fleet(drivers, Long.parseLong(args[1]), Integer.parseInt(args[2]));
            int steps = Integer.parseInt(args[3]);
            fleet.start();
            System.out.println("on the road");
            for (int step = 1; step <= steps; step++) {
                fleet.move(step);
            }
            System.out.println("arrived");
        }
    }

    /** Puts all drivers into the index, each with a name as its payload. */
    private void start() {
        SpatialBatch batch = new SpatialBatch();
        for (int i = 0; i < number; i++) {
            long driver = first + i;
            double x = City.x(driver, 0);
            double y = City.y(driver);
            batch.upsert(driver, x, y, x, y, ("driver " + driver).getBytes(UTF_8));
            if (batch.size() == AT_ONCE || i == number - 1) {
                drivers.applyAll(batch);
                batch.throwFailure();
                batch.clear();
            }
        }
    }

    /** Moves all drivers; they keep their names. */
    private void move(int step) {
        for (int from = 0; from < number; from += AT_ONCE) {
            int some = Math.min(AT_ONCE, number - from);
            long[] ids = new long[some];
            double[] x = new double[some];
            double[] y = new double[some];
            for (int i = 0; i < some; i++) {
                ids[i] = first + from + i;
                x[i] = City.x(ids[i], step);
                y[i] = City.y(ids[i]);
            }
            drivers.moveAll(ids, x, y);
        }
    }
}
