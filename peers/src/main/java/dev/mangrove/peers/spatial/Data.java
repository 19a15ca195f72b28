package dev.mangrove.peers.spatial;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The objects: random rectangles in the unit square with edges up to 0.0001, or rectangles of a
 * file (four doubles each), scaled into the unit square. An object's position is its id. Objects
 * beyond the loaded ones are synthetic; workers insert them.
 */
final class Data {
    static final int SIDES = 4;
    private static final double LONGEST_EDGE = 1e-4;
    private static final int SPARE = 1 << 20;

    private final double[] borders;
    private final int loaded;

    private Data(double[] borders, int loaded) {
        this.borders = borders;
        this.loaded = loaded;
        SplittableRandom random = new SplittableRandom(loaded);
        for (int i = SIDES * loaded; i < borders.length; i += SIDES) {
            makeUp(random, i);
        }
    }

    static Data random(int objects) {
        Data data = new Data(new double[SIDES * (objects + SPARE)], objects);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < objects; i++) {
            data.makeUp(random, SIDES * i);
        }
        return data;
    }

    private void makeUp(SplittableRandom random, int at) {
        borders[at] = random.nextDouble();
        borders[at + 1] = random.nextDouble();
        borders[at + 2] = borders[at] + (1 - random.nextDouble()) * LONGEST_EDGE;
        borders[at + 3] = borders[at + 1] + (1 - random.nextDouble()) * LONGEST_EDGE;
    }

    /** Reads the first {@code most} objects of a file. */
    static Data of(Path file, int most) {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            long there = Files.size(file) / (SIDES * Double.BYTES);
            int objects = (int) Math.min(most, there);
            double[] borders = new double[SIDES * (objects + SPARE)];
            for (int i = 0; i < SIDES * objects; i++) {
                borders[i] = in.readDouble();
            }
            return new Data(borders, objects);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Number of loaded objects; their ids are lower. */
    int loaded() {
        return loaded;
    }

    /** Number of all objects, including those to insert. */
    int all() {
        return borders.length / SIDES;
    }

    double minX(int id) {
        return borders[SIDES * id];
    }

    double minY(int id) {
        return borders[SIDES * id + 1];
    }

    double maxX(int id) {
        return borders[SIDES * id + 2];
    }

    double maxY(int id) {
        return borders[SIDES * id + 3];
    }

    boolean intersects(int id, double fromX, double fromY, double toX, double toY) {
        return minX(id) <= toX && maxX(id) >= fromX && minY(id) <= toY && maxY(id) >= fromY;
    }

    double distance(int id, double x, double y) {
        double dx = Math.max(0, Math.max(minX(id) - x, x - maxX(id)));
        double dy = Math.max(0, Math.max(minY(id) - y, y - maxY(id)));
        return Math.sqrt(dx * dx + dy * dy);
    }
}
