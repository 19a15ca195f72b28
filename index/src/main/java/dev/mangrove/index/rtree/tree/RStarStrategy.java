package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.geometry.Areas;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;

/**
 * The R*-tree. Directly above the leaves, descends by the entry whose enlargement adds the least
 * overlap with its siblings; further up by the one that needs the least enlargement. A page that
 * overflows first reinserts the entries furthest from its centre; {@link RStarSplit} divides it.
 */
final class RStarStrategy implements Strategy {
    private final Areas areas = new Areas();
    private final double[] growths;
    private final RStarSplit split;

    RStarStrategy(int fanout) {
        growths = new double[fanout + 1];
        split = new RStarSplit(fanout);
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

    @Override
    public int split(EntryBlock entries) {
        return split.split(entries);
    }

    @Override
    public Overflow overflow() {
        return Overflow.REINSERT;
    }
}
