package dev.mangrove.index.rtree;

import java.util.Arrays;

/** Pages and objects by their distance, nearest first: a binary heap in arrays. */
final class NearestQueue {
    private static final int FIRST_CAPACITY = 64;
    private static final int SIDES = 4;

    private double[] distances = new double[FIRST_CAPACITY];
    private long[] references = new long[FIRST_CAPACITY];
    private boolean[] objects = new boolean[FIRST_CAPACITY];
    private double[] borders = new double[SIDES * FIRST_CAPACITY];
    private int size;

    void clear() {
        size = 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void size(int number) {
        size = number;
    }

    int size() {
        return size;
    }

    /** Notes one behind the others; {@link #settle} puts it in its place. */
    void append(
            double distance,
            long reference,
            boolean object,
            double minX,
            double minY,
            double maxX,
            double maxY) {
        if (size == references.length) {
            distances = Arrays.copyOf(distances, 2 * size);
            references = Arrays.copyOf(references, 2 * size);
            objects = Arrays.copyOf(objects, 2 * size);
            borders = Arrays.copyOf(borders, 2 * SIDES * size);
        }
        distances[size] = distance;
        references[size] = reference;
        objects[size] = object;
        int at = SIDES * size++;
        borders[at] = minX;
        borders[at + 1] = minY;
        borders[at + 2] = maxX;
        borders[at + 3] = maxY;
    }

    /** Puts those from a number on in their places. */
    void settle(int from) {
        for (int i = from; i < size; i++) {
            int child = i;
            while (child > 0 && isBefore(child, (child - 1) / 2)) {
                swap(child, (child - 1) / 2);
                child = (child - 1) / 2;
            }
        }
    }

    /** Takes the first one out, to be looked at behind the last. */
    int poll() {
        swap(0, --size);
        int parent = 0;
        for (int child = 1; child < size; child = 2 * parent + 1) {
            if (child + 1 < size && isBefore(child + 1, child)) {
                child++;
            }
            if (!isBefore(child, parent)) {
                break;
            }
            swap(child, parent);
            parent = child;
        }
        return size;
    }

    double distance(int i) {
        return distances[i];
    }

    long reference(int i) {
        return references[i];
    }

    boolean isObject(int i) {
        return objects[i];
    }

    double border(int i, int side) {
        return borders[SIDES * i + side];
    }

    /** Pages go before objects of the same distance, so that ties are complete. */
    private boolean isBefore(int i, int j) {
        return distances[i] < distances[j]
                || (distances[i] == distances[j] && !objects[i] && objects[j]);
    }

    private void swap(int i, int j) {
        double distance = distances[i];
        distances[i] = distances[j];
        distances[j] = distance;
        long reference = references[i];
        references[i] = references[j];
        references[j] = reference;
        boolean object = objects[i];
        objects[i] = objects[j];
        objects[j] = object;
        for (int side = 0; side < SIDES; side++) {
            double border = borders[SIDES * i + side];
            borders[SIDES * i + side] = borders[SIDES * j + side];
            borders[SIDES * j + side] = border;
        }
    }
}
