package dev.mangrove.index.rtree.page;

import java.util.Arrays;

/** Entries copied from pages, to be sorted and distributed. Used by one thread. */
public final class EntryBlock {
    private static final int FIRST_CAPACITY = 16;
    private static final int SIDES = 4;

    private double[] borders = new double[SIDES * FIRST_CAPACITY];
    private long[] references = new long[FIRST_CAPACITY];
    private long[] keys = new long[FIRST_CAPACITY];
    private double[] otherBorders = new double[0];
    private long[] otherReferences = new long[0];
    private long[] otherKeys = new long[0];
    private int[] order = new int[0];
    private int size;

    /** Removes all entries. */
    public EntryBlock clear() {
        size = 0;
        return this;
    }

    /** Number of entries. */
    public int size() {
        return size;
    }

    /** Adds one. */
    public void add(double minX, double minY, double maxX, double maxY, long reference, long key) {
        if (size == references.length) {
            references = Arrays.copyOf(references, 2 * size);
            keys = Arrays.copyOf(keys, 2 * size);
            borders = Arrays.copyOf(borders, 2 * SIDES * size);
        }
        int at = SIDES * size;
        borders[at] = minX;
        borders[at + 1] = minY;
        borders[at + 2] = maxX;
        borders[at + 3] = maxY;
        references[size] = reference;
        keys[size++] = key;
    }

    /** Adds an entry of another block. */
    public void add(EntryBlock other, int i) {
        add(
                other.minX(i),
                other.minY(i),
                other.maxX(i),
                other.maxY(i),
                other.references[i],
                other.keys[i]);
    }

    /** Adds some entries of another block. */
    public void addAll(EntryBlock other, int from, int to) {
        for (int i = from; i < to; i++) {
            add(other, i);
        }
    }

    /** Left border. */
    public double minX(int i) {
        return borders[SIDES * i];
    }

    /** Lower border. */
    public double minY(int i) {
        return borders[SIDES * i + 1];
    }

    /** Right border. */
    public double maxX(int i) {
        return borders[SIDES * i + 2];
    }

    /** Upper border. */
    public double maxY(int i) {
        return borders[SIDES * i + 3];
    }

    /** Reference. */
    public long reference(int i) {
        return references[i];
    }

    /** Key. */
    public long key(int i) {
        return keys[i];
    }

    /** Exchanges two entries. */
    public void swap(int i, int j) {
        for (int side = 0; side < SIDES; side++) {
            double border = borders[SIDES * i + side];
            borders[SIDES * i + side] = borders[SIDES * j + side];
            borders[SIDES * j + side] = border;
        }
        long reference = references[i];
        references[i] = references[j];
        references[j] = reference;
        long key = keys[i];
        keys[i] = keys[j];
        keys[j] = key;
    }

    /** Removes an entry; the last one takes its place. */
    public void remove(int i) {
        swap(i, --size);
    }

    /** The index of a reference, or {@link Node#NONE}. */
    public int find(long reference) {
        for (int i = 0; i < size; i++) {
            if (references[i] == reference) {
                return i;
            }
        }
        return Node.NONE;
    }

    /** The index of a reference with this rectangle, or {@link Node#NONE}. */
    public int find(Box box, long reference) {
        for (int i = 0; i < size; i++) {
            if (references[i] == reference
                    && minX(i) == box.minX
                    && minY(i) == box.minY
                    && maxX(i) == box.maxX
                    && maxY(i) == box.maxY) {
                return i;
            }
        }
        return Node.NONE;
    }

    /** Sorts entries in ascending order of numbers, one per entry, and the numbers with them. */
    public void sortBy(double[] numbers) {
        makeOrder();
        for (int i = 0; i < size; i++) {
            double number = numbers[i];
            int j = i;
            for (; j > 0 && number < numbers[j - 1]; j--) {
                numbers[j] = numbers[j - 1];
                order[j] = order[j - 1];
            }
            numbers[j] = number;
            order[j] = i;
        }
        arrange();
    }

    private void makeOrder() {
        if (order.length < size) {
            order = new int[references.length];
        }
    }

    /** Copies the entries in their new order into other arrays, which then replace the old ones. */
    private void arrange() {
        if (otherReferences.length < references.length) {
            otherReferences = new long[references.length];
            otherKeys = new long[references.length];
            otherBorders = new double[SIDES * references.length];
        }
        for (int i = 0; i < size; i++) {
            int from = order[i];
            System.arraycopy(borders, SIDES * from, otherBorders, SIDES * i, SIDES);
            otherReferences[i] = references[from];
            otherKeys[i] = keys[from];
        }
        double[] usedBorders = borders;
        borders = otherBorders;
        otherBorders = usedBorders;
        long[] usedReferences = references;
        references = otherReferences;
        otherReferences = usedReferences;
        long[] usedKeys = keys;
        keys = otherKeys;
        otherKeys = usedKeys;
    }

    /** Sorts entries in ascending order of keys. */
    public void sortByKey() {
        makeOrder();
        for (int i = 0; i < size; i++) {
            long key = keys[i];
            int j = i;
            for (; j > 0 && key < keys[order[j - 1]]; j--) {
                order[j] = order[j - 1];
            }
            order[j] = i;
        }
        arrange();
    }
}
