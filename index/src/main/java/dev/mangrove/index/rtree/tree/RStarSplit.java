package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.geometry.Areas;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;

/**
 * The split of the R*-tree: along the axis with the smallest sum of margins, at the distribution
 * with the least overlap. A distribution is by one of four borders: on each axis by the lower or by
 * the upper one. Entries are moved only once the best distribution is known. Used by one thread.
 */
final class RStarSplit {
    /** Borders are numbered as in an entry: left, lower, right, upper. */
    private static final int BORDERS = 4;

    private static final int AXES = 2;

    private final int fewest;
    private final Areas areas = new Areas();
    private final double[] numbers;
    private final int[] order;
    private final Box[] lefts;
    private final Box[] rights;
    private final double[] margins = new double[BORDERS];
    private final double[] overlaps = new double[BORDERS];
    private final double[] covered = new double[BORDERS];
    private final int[] ends = new int[BORDERS];

    RStarSplit(int fanout) {
        fewest = Strategy.fewest(fanout);
        numbers = new double[fanout + 1];
        order = new int[fanout + 1];
        lefts = new Box[fanout + 2];
        rights = new Box[fanout + 2];
        for (int i = 0; i < lefts.length; i++) {
            lefts[i] = new Box();
            rights[i] = new Box();
        }
    }

    /** Sorts entries so that those of the left page come first; returns their number. */
    int split(EntryBlock entries) {
        areas.fit(entries);
        for (int border = 0; border < BORDERS; border++) {
            distribute(entries, border);
        }
        int axis = margins[0] + margins[AXES] <= margins[1] + margins[1 + AXES] ? 0 : 1;
        int best = isBetter(axis + AXES, axis) ? axis + AXES : axis;
        measure(entries, best);
        entries.sortBy(numbers);
        return ends[best];
    }

    private boolean isBetter(int border, int other) {
        return overlaps[border] < overlaps[other]
                || (overlaps[border] == overlaps[other] && covered[border] < covered[other]);
    }

    /**
     * Finds the best distribution by a border, and the sum of the margins of all. It starts with
     * the first one, so that a valid one is chosen even if no comparison succeeds.
     */
    private void distribute(EntryBlock entries, int border) {
        measure(entries, border);
        sort(entries.size());
        sweep(entries);
        double sum = 0;
        ends[border] = 0;
        for (int end = fewest; end <= entries.size() - fewest; end++) {
            Box left = lefts[end];
            Box right = rights[end];
            sum += areas.margin(left) + areas.margin(right);
            double overlap = areas.shared(left, right);
            double area = areas.of(left) + areas.of(right);
            if (ends[border] == 0
                    || overlap < overlaps[border]
                    || (overlap == overlaps[border] && area < covered[border])) {
                overlaps[border] = overlap;
                covered[border] = area;
                ends[border] = end;
            }
        }
        margins[border] = sum;
    }

    private void measure(EntryBlock entries, int border) {
        for (int i = 0; i < entries.size(); i++) {
            numbers[i] =
                    switch (border) {
                        case 0 -> entries.minX(i);
                        case 1 -> entries.minY(i);
                        case 2 -> entries.maxX(i);
                        default -> entries.maxY(i);
                    };
        }
    }

    /** Sorts the numbers, and finds out which entry comes where; equal ones stay in order. */
    private void sort(int size) {
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
    }

    /** Computes, for each number of entries on the left, the bounding boxes of both sides. */
    private void sweep(EntryBlock entries) {
        int size = entries.size();
        lefts[0].clear();
        rights[size].clear();
        for (int i = 0; i < size; i++) {
            int first = order[i];
            lefts[i + 1].clear().add(lefts[i]).add(entries, first, first + 1);
            int j = size - 1 - i;
            int last = order[j];
            rights[j].clear().add(rights[j + 1]).add(entries, last, last + 1);
        }
    }
}
