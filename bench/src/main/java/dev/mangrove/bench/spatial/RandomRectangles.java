package dev.mangrove.bench.spatial;

import dev.mangrove.bench.data.EarthLands;
import dev.mangrove.index.spatial.SpatialEntries;

import java.util.SplittableRandom;

/**
 * Rectangles in the unit square; their positions in the arrays are their ids. They are random, with
 * edges up to 0.0001, or segments of coastlines.
 */
final class RandomRectangles {
    /** Catfish, section on the evaluation: edges in (0, 0.0001]. */
    private static final double LONGEST_EDGE = 1e-4;

    private static final int SIDES = 4;

    private final double[] borders;
    private final int size;

    RandomRectangles(int size, long seed) {
        this.size = size;
        this.borders = new double[SIDES * size];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < borders.length; i += SIDES) {
            borders[i] = random.nextDouble();
            borders[i + 1] = random.nextDouble();
            borders[i + 2] = borders[i] + random.nextDouble() * LONGEST_EDGE;
            borders[i + 3] = borders[i + 1] + random.nextDouble() * LONGEST_EDGE;
        }
    }

    /** Takes the segments of coastlines. */
    RandomRectangles(EarthLands lands) {
        this.size = lands.size();
        this.borders = new double[SIDES * size];
        for (int i = 0; i < size; i++) {
            borders[SIDES * i] = lands.minX(i);
            borders[SIDES * i + 1] = lands.minY(i);
            borders[SIDES * i + 2] = lands.maxX(i);
            borders[SIDES * i + 3] = lands.maxY(i);
        }
    }

    int size() {
        return size;
    }

    double minX(int i) {
        return borders[SIDES * i];
    }

    double minY(int i) {
        return borders[SIDES * i + 1];
    }

    double maxX(int i) {
        return borders[SIDES * i + 2];
    }

    double maxY(int i) {
        return borders[SIDES * i + 3];
    }

    SpatialEntries entries() {
        return new SpatialEntries() {
            private int at = -1;

            @Override
            public boolean next() {
                return ++at < size;
            }

            @Override
            public long id() {
                return at;
            }

            @Override
            public double minX() {
                return RandomRectangles.this.minX(at);
            }

            @Override
            public double minY() {
                return RandomRectangles.this.minY(at);
            }

            @Override
            public double maxX() {
                return RandomRectangles.this.maxX(at);
            }

            @Override
            public double maxY() {
                return RandomRectangles.this.maxY(at);
            }
        };
    }
}
