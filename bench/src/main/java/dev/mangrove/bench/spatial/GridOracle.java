package dev.mangrove.bench.spatial;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Finds the rectangles that intersect a window without a tree: by comparing all of them, or those
 * in the grid cells that intersect the window.
 */
final class GridOracle {
    private static final int CELLS = 2_048;

    private final RandomRectangles rectangles;
    private final int[] starts = new int[CELLS * CELLS + 1];
    private final int[] members;
    private final int[] seen;
    private int round;

    GridOracle(RandomRectangles rectangles) {
        this.rectangles = rectangles;
        this.seen = new int[rectangles.size()];
        for (int i = 0; i < rectangles.size(); i++) {
            visit(i, true, new int[0]);
        }
        for (int cell = 0; cell < CELLS * CELLS; cell++) {
            starts[cell + 1] += starts[cell];
        }
        members = new int[starts[CELLS * CELLS]];
        int[] next = Arrays.copyOf(starts, CELLS * CELLS);
        for (int i = 0; i < rectangles.size(); i++) {
            visit(i, false, next);
        }
    }

    private void visit(int i, boolean count, int[] next) {
        int toX = cell(rectangles.maxX(i));
        int toY = cell(rectangles.maxY(i));
        for (int y = cell(rectangles.minY(i)); y <= toY; y++) {
            for (int x = cell(rectangles.minX(i)); x <= toX; x++) {
                int at = y * CELLS + x;
                if (count) {
                    starts[at + 1]++;
                } else {
                    members[next[at]++] = i;
                }
            }
        }
    }

    private static int cell(double place) {
        return Math.clamp((int) (place * CELLS), 0, CELLS - 1);
    }

    private boolean meets(int i, double minX, double minY, double maxX, double maxY) {
        return rectangles.minX(i) <= maxX
                && rectangles.maxX(i) >= minX
                && rectangles.minY(i) <= maxY
                && rectangles.maxY(i) >= minY;
    }

    /** Ids of the rectangles that intersect a window, ascending, by the grid. */
    long[] byGrid(double minX, double minY, double maxX, double maxY) {
        round++;
        long[] found = new long[16];
        int size = 0;
        for (int y = cell(minY); y <= cell(maxY); y++) {
            for (int x = cell(minX); x <= cell(maxX); x++) {
                int at = y * CELLS + x;
                for (int j = starts[at]; j < starts[at + 1]; j++) {
                    int i = members[j];
                    if (seen[i] != round && meets(i, minX, minY, maxX, maxY)) {
                        seen[i] = round;
                        found = size == found.length ? Arrays.copyOf(found, 2 * size) : found;
                        found[size++] = i;
                    }
                }
            }
        }
        long[] sorted = Arrays.copyOf(found, size);
        Arrays.sort(sorted);
        return sorted;
    }

    /** The same ids, by comparing all rectangles. */
    long[] byAll(double minX, double minY, double maxX, double maxY) {
        long[] found = new long[16];
        int size = 0;
        for (int i = 0; i < rectangles.size(); i++) {
            if (meets(i, minX, minY, maxX, maxY)) {
                found = size == found.length ? Arrays.copyOf(found, 2 * size) : found;
                found[size++] = i;
            }
        }
        return Arrays.copyOf(found, size);
    }

    /** A lower border of a random rectangle, so that few windows are empty. */
    double near(SplittableRandom random, boolean ofX) {
        int i = random.nextInt(rectangles.size());
        return ofX ? rectangles.minX(i) : rectangles.minY(i);
    }
}
