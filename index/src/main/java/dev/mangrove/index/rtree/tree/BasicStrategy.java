package dev.mangrove.index.rtree.tree;

import dev.mangrove.index.rtree.geometry.Areas;
import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;

/**
 * Guttman's R-tree. Descends by the entry that needs the least enlargement, ties broken by the
 * smallest area. Splits by the quadratic method: the two entries that would waste the most area
 * together are the seeds; the next entry is always the one with the greatest preference for one of
 * the pages.
 */
final class BasicStrategy implements Strategy {
    private final int fewest;
    private final Areas areas = new Areas();
    private final Box left = new Box();
    private final Box right = new Box();

    BasicStrategy(int fanout) {
        this.fewest = Strategy.fewest(fanout);
    }

    @Override
    public int choose(EntryBlock entries, Box box, boolean aboveLeaves) {
        return leastGrowth(areas.fit(entries, box), entries, box);
    }

    static int leastGrowth(Areas areas, EntryBlock entries, Box box) {
        int best = -1;
        double bestGrowth = Double.POSITIVE_INFINITY;
        double bestArea = Double.POSITIVE_INFINITY;
        for (int i = 0; i < entries.size(); i++) {
            double area = areas.of(entries, i);
            double growth = areas.withBox(entries, i, box) - area;
            if (best < 0 || growth < bestGrowth || (growth == bestGrowth && area < bestArea)) {
                best = i;
                bestGrowth = growth;
                bestArea = area;
            }
        }
        return best;
    }

    @Override
    public int split(EntryBlock entries) {
        areas.fit(entries);
        pickSeeds(entries);
        int last = entries.size() - 1;
        left.clear().add(entries, 0, 1);
        right.clear().add(entries, last, last + 1);
        int leftEnd = 1;
        int rightStart = last;
        while (leftEnd < rightStart) {
            int rest = rightStart - leftEnd;
            boolean toLeft;
            int next = leftEnd;
            if (leftEnd + rest <= fewest) {
                toLeft = true;
            } else if (entries.size() - rightStart + rest <= fewest) {
                toLeft = false;
            } else {
                next = pickNext(entries, leftEnd, rightStart);
                toLeft = prefersLeft(entries, next, leftEnd, entries.size() - rightStart);
            }
            if (toLeft) {
                entries.swap(next, leftEnd);
                left.add(entries, leftEnd, leftEnd + 1);
                leftEnd++;
            } else {
                entries.swap(next, --rightStart);
                right.add(entries, rightStart, rightStart + 1);
            }
        }
        return leftEnd;
    }

    /** Puts one seed first and the other last. */
    private void pickSeeds(EntryBlock entries) {
        int first = 0;
        int second = 1;
        double worst = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < entries.size(); i++) {
            double area = areas.of(entries, i);
            for (int j = i + 1; j < entries.size(); j++) {
                double waste = areas.union(entries, i, j) - area - areas.of(entries, j);
                if (waste > worst) {
                    worst = waste;
                    first = i;
                    second = j;
                }
            }
        }
        entries.swap(0, first);
        entries.swap(entries.size() - 1, second);
    }

    private int pickNext(EntryBlock entries, int from, int to) {
        int best = from;
        double most = -1;
        for (int i = from; i < to; i++) {
            double difference = Math.abs(growth(entries, i, left) - growth(entries, i, right));
            if (difference > most) {
                most = difference;
                best = i;
            }
        }
        return best;
    }

    private boolean prefersLeft(EntryBlock entries, int i, int lefts, int rights) {
        double leftGrowth = growth(entries, i, left);
        double rightGrowth = growth(entries, i, right);
        if (leftGrowth != rightGrowth) {
            return leftGrowth < rightGrowth;
        }
        if (areas.of(left) != areas.of(right)) {
            return areas.of(left) < areas.of(right);
        }
        return lefts <= rights;
    }

    private double growth(EntryBlock entries, int i, Box box) {
        return areas.withBox(entries, i, box) - areas.of(box);
    }

    @Override
    public Overflow overflow() {
        return Overflow.SPLIT;
    }
}
