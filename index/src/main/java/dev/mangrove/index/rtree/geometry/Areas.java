package dev.mangrove.index.rtree.geometry;

import dev.mangrove.index.rtree.page.Box;
import dev.mangrove.index.rtree.page.EntryBlock;

/**
 * Areas and margins of the rectangles of one page, in a unit that suits the page. Borders are
 * finite, but of any size: products of edges could overflow, or underflow to 0, and then no
 * rectangle is larger than another. {@link #fit} chooses a power of two by which borders are
 * multiplied before anything else. That is exact, so a page chooses the same at every scale. Used
 * by one thread.
 */
public final class Areas {
    /**
     * Pages with a longer edge are scaled down to 2 to this power. Chosen: four times its square
     * can be added up for all entries of a page. Four times, because an edge of more than the
     * largest double counts as that.
     */
    private static final int LARGEST_EXPONENT = 500;

    /** Pages whose edges are all shorter than 2 to this power are scaled up. */
    private static final int SMALLEST_EXPONENT = -400;

    /** The largest power of two for that, which is within the range of exponents. */
    private static final int LARGEST_SCALE_EXPONENT = 1_000;

    private final Box frame = new Box();
    private double scale = 1;

    /** Chooses the unit for a page of entries. */
    public Areas fit(EntryBlock entries) {
        return fit(frame.clear().add(entries, 0, entries.size()));
    }

    /** Chooses the unit for a page of entries, each of which may grow to hold a box. */
    public Areas fit(EntryBlock entries, Box box) {
        return fit(frame.clear().add(entries, 0, entries.size()).add(box));
    }

    private Areas fit(Box all) {
        double longest = Math.max(all.maxX - all.minX, all.maxY - all.minY);
        int exponent = Math.getExponent(Math.clamp(longest, 0, Double.MAX_VALUE));
        if (exponent > LARGEST_EXPONENT) {
            scale = Math.scalb(1.0, LARGEST_EXPONENT - exponent);
        } else if (exponent < SMALLEST_EXPONENT) {
            scale = Math.scalb(1.0, Math.min(-exponent, LARGEST_SCALE_EXPONENT));
        } else {
            scale = 1;
        }
        return this;
    }

    private double edge(double from, double to) {
        return to * scale - from * scale;
    }

    private double area(double minX, double minY, double maxX, double maxY) {
        return edge(minX, maxX) * edge(minY, maxY);
    }

    public double of(EntryBlock entries, int i) {
        return area(entries.minX(i), entries.minY(i), entries.maxX(i), entries.maxY(i));
    }

    public double of(Box box) {
        return area(box.minX, box.minY, box.maxX, box.maxY);
    }

    /** Half of a box's circumference. */
    public double margin(Box box) {
        return edge(box.minX, box.maxX) + edge(box.minY, box.maxY);
    }

    /** Area of what holds an entry and a box. */
    public double withBox(EntryBlock entries, int i, Box box) {
        return area(
                Math.min(entries.minX(i), box.minX),
                Math.min(entries.minY(i), box.minY),
                Math.max(entries.maxX(i), box.maxX),
                Math.max(entries.maxY(i), box.maxY));
    }

    /** Area of what holds two entries. */
    public double union(EntryBlock entries, int i, int j) {
        return area(
                Math.min(entries.minX(i), entries.minX(j)),
                Math.min(entries.minY(i), entries.minY(j)),
                Math.max(entries.maxX(i), entries.maxX(j)),
                Math.max(entries.maxY(i), entries.maxY(j)));
    }

    /** Area that an entry and a rectangle share. */
    public double shared(
            EntryBlock entries, int i, double minX, double minY, double maxX, double maxY) {
        double width = edge(Math.max(entries.minX(i), minX), Math.min(entries.maxX(i), maxX));
        double height = edge(Math.max(entries.minY(i), minY), Math.min(entries.maxY(i), maxY));
        return width <= 0 || height <= 0 ? 0 : width * height;
    }

    /** Area that two boxes share. */
    public double shared(Box one, Box other) {
        double width = edge(Math.max(one.minX, other.minX), Math.min(one.maxX, other.maxX));
        double height = edge(Math.max(one.minY, other.minY), Math.min(one.maxY, other.maxY));
        return width <= 0 || height <= 0 ? 0 : width * height;
    }

    /** Whether an entry holds a box. */
    public static boolean holds(EntryBlock entries, int i, Box box) {
        return entries.minX(i) <= box.minX
                && entries.minY(i) <= box.minY
                && entries.maxX(i) >= box.maxX
                && entries.maxY(i) >= box.maxY;
    }
}
