package dev.mangrove.index.rtree;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;
import dev.mangrove.index.rtree.page.Node;
import dev.mangrove.index.spatial.Coordinates;

import java.util.Arrays;

/** Objects that are collected for a bulk load. */
public final class ObjectTable {
    private static final int FIRST_CAPACITY = 1024;
    private static final int SIDES = 4;

    private long[] ids = new long[FIRST_CAPACITY];
    private double[] borders = new double[SIDES * FIRST_CAPACITY];
    private int size;

    /** Nothing yet. */
    public ObjectTable() {}

    /**
     * Adds an object.
     *
     * @throws IllegalArgumentException if the rectangle is none
     */
    public void add(long id, double minX, double minY, double maxX, double maxY) {
        Coordinates.check(minX, minY, maxX, maxY);
        if (size == ids.length) {
            int room = Math.addExact(size, Math.max(size, FIRST_CAPACITY));
            ids = Arrays.copyOf(ids, room);
            borders = Arrays.copyOf(borders, Math.multiplyExact(SIDES, room));
        }
        int at = SIDES * size;
        ids[size++] = id;
        borders[at] = Node.plain(minX);
        borders[at + 1] = Node.plain(minY);
        borders[at + 2] = Node.plain(maxX);
        borders[at + 3] = Node.plain(maxY);
    }

    /** Number of objects. */
    public int size() {
        return size;
    }

    /** What holds all objects. */
    Box bounds() {
        Box all = new Box();
        for (int i = 0; i < size; i++) {
            all.add(minX(i), minY(i), maxX(i), maxY(i), 0);
        }
        return all;
    }

    void copyTo(EntryBlock block, int i, long key) {
        block.add(minX(i), minY(i), maxX(i), maxY(i), ids[i], key);
    }

    long id(int i) {
        return ids[i];
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

    double centreX(int i) {
        return minX(i) / 2 + maxX(i) / 2;
    }

    double centreY(int i) {
        return minY(i) / 2 + maxY(i) / 2;
    }
}
