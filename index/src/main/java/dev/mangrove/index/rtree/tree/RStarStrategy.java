package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.geometry.Areas;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;

/**
 * The R*-tree. Directly above the leaves, descends by the entry whose enlargement adds the least
 * overlap with its siblings; further up by the one that needs the least enlargement. Splits along
 * the axis with the smallest sum of margins, at the distribution with the least overlap. A page
 * that overflows first reinserts the entries furthest from its centre.
 */
final class RStarStrategy implements Strategy {
    private final int fewest;
    private final Areas areas = new Areas();
    private final double[] numbers;
    private final double[] growths;
    private final Box[] lefts;
    private final Box[] rights;
    private final EntryBlock best = new EntryBlock();
    private final EntryBlock tried = new EntryBlock();

    RStarStrategy(int fanout) {
        fewest = Strategy.fewest(fanout);
        numbers = new double[fanout + 1];
        growths = new double[fanout + 1];
        lefts = new Box[fanout + 2];
        rights = new Box[fanout + 2];
        for (int i = 0; i < lefts.length; i++) {
            lefts[i] = new Box();
            rights[i] = new Box();
        }
    }

    @Override
    public int choose(EntryBlock entries, Box box, boolean aboveLeaves) {
        areas.fit(entries, box);
        return aboveLeaves
                ? leastOverlap(entries, box)
                : BasicStrategy.leastGrowth(areas, entries, box);
    }

    /**
     * An entry that needs no enlargement adds no overlap, so the smallest of those wins. Otherwise
     * entries are tried in order of enlargement; the first that adds no overlap wins.
     */
    private int leastOverlap(EntryBlock entries, Box box) {
        int smallest = -1;
        double smallestArea = 0;
        for (int i = 0; i < entries.size(); i++) {
            double area = areas.of(entries, i);
            growths[i] = areas.withBox(entries, i, box) - area;
            if (Areas.holds(entries, i, box) && (smallest < 0 || area < smallestArea)) {
                smallest = i;
                smallestArea = area;
            }
        }
        return smallest >= 0 ? smallest : leastAddedOverlap(entries, box);
    }

    private int leastAddedOverlap(EntryBlock entries, Box box) {
        int found = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int tries = 0; tries < entries.size() && least > 0; tries++) {
            int i = nextGrowth(entries.size());
            double added = addedOverlap(entries, i, box, least);
            if (found < 0 || added < least) {
                found = i;
                least = added;
            }
        }
        return found;
    }

    /** The entry with the least enlargement of those not yet tried. */
    private int nextGrowth(int size) {
        int next = 0;
        for (int i = 1; i < size; i++) {
            if (growths[i] < growths[next]) {
                next = i;
            }
        }
        growths[next] = Double.POSITIVE_INFINITY;
        return next;
    }

    private double addedOverlap(EntryBlock entries, int i, Box box, double enough) {
        double minX = Math.min(entries.minX(i), box.minX);
        double minY = Math.min(entries.minY(i), box.minY);
        double maxX = Math.max(entries.maxX(i), box.maxX);
        double maxY = Math.max(entries.maxY(i), box.maxY);
        double added = 0;
        for (int j = 0; j < entries.size() && added < enough; j++) {
            double after = j == i ? 0 : areas.shared(entries, j, minX, minY, maxX, maxY);
            if (after > 0) {
                added +=
                        after
                                - areas.shared(
                                        entries,
                                        j,
                                        entries.minX(i),
                                        entries.minY(i),
                                        entries.maxX(i),
                                        entries.maxY(i));
            }
        }
        return added;
    }

    /**
     * Tries both axes by lower and by upper borders. It starts with the first distribution, so that
     * a valid one is chosen even if no comparison succeeds.
     */
    @Override
    public int split(EntryBlock entries) {
        areas.fit(entries);
        double marginX = margins(entries, 0) + margins(entries, 2);
        double marginY = margins(entries, 1) + margins(entries, 3);
        int axis = marginX <= marginY ? 0 : 1;
        int at = 0;
        double leastOverlap = 0;
        double leastArea = 0;
        for (int side = axis; side < 4; side += 2) {
            sort(entries, side);
            sweep(tried);
            for (int end = fewest; end <= entries.size() - fewest; end++) {
                double overlap = areas.shared(lefts[end], rights[end]);
                double area = areas.of(lefts[end]) + areas.of(rights[end]);
                if (at == 0
                        || overlap < leastOverlap
                        || (overlap == leastOverlap && area < leastArea)) {
                    leastOverlap = overlap;
                    leastArea = area;
                    at = end;
                    best.clear().addAll(tried, 0, tried.size());
                }
            }
        }
        entries.clear().addAll(best, 0, best.size());
        return at;
    }

    private double margins(EntryBlock entries, int side) {
        sort(entries, side);
        sweep(tried);
        double sum = 0;
        for (int end = fewest; end <= entries.size() - fewest; end++) {
            sum += areas.margin(lefts[end]) + areas.margin(rights[end]);
        }
        return sum;
    }

    private void sort(EntryBlock entries, int side) {
        tried.clear().addAll(entries, 0, entries.size());
        for (int i = 0; i < entries.size(); i++) {
            numbers[i] =
                    switch (side) {
                        case 0 -> entries.minX(i);
                        case 1 -> entries.minY(i);
                        case 2 -> entries.maxX(i);
                        default -> entries.maxY(i);
                    };
        }
        tried.sortBy(numbers);
    }

    /** Computes, for each split position, the bounding boxes of both sides. */
    private void sweep(EntryBlock entries) {
        int size = entries.size();
        lefts[0].clear();
        rights[size].clear();
        for (int i = 0; i < size; i++) {
            lefts[i + 1].clear().add(lefts[i]).add(entries, i, i + 1);
            int j = size - 1 - i;
            rights[j].clear().add(rights[j + 1]).add(entries, j, j + 1);
        }
    }

    @Override
    public Overflow overflow() {
        return Overflow.REINSERT;
    }
}
