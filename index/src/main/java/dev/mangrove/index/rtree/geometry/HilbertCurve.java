package dev.mangrove.index.rtree.geometry;

/**
 * Where points of a part of the plane are on a Hilbert curve that fills it. What lies outside
 * counts as if it lay on the border: that is as correct, only not as near to its neighbours.
 */
public final class HilbertCurve {
    private static final int BITS = 31;
    private static final double CELLS = (1L << BITS) - 1.0;

    /** All degrees of longitude and latitude, and the unit square. */
    public static final HilbertCurve USUAL = new HilbertCurve(-180, -180, 180, 180);

    private final double halfLeft;
    private final double halfLower;
    private final double halfWidth;
    private final double halfHeight;

    /** A curve that fills a rectangle. Halves do not overflow where widths do. */
    public HilbertCurve(double minX, double minY, double maxX, double maxY) {
        this.halfLeft = minX / 2;
        this.halfLower = minY / 2;
        this.halfWidth = maxX / 2 - minX / 2;
        this.halfHeight = maxY / 2 - minY / 2;
    }

    /** The place of the centre of a rectangle. */
    public long of(double left, double lower, double rightmost, double upper) {
        return distance(
                cell((left / 4 + rightmost / 4 - halfLeft) / halfWidth),
                cell((lower / 4 + upper / 4 - halfLower) / halfHeight));
    }

    /** Where there is no extent, a place within it, which is NaN here, becomes 0. */
    private static int cell(double share) {
        return (int) Math.max(0, Math.min(CELLS, share * CELLS));
    }

    private static long distance(int atX, int atY) {
        int x = atX;
        int y = atY;
        long distance = 0;
        for (int s = 1 << (BITS - 1); s > 0; s >>>= 1) {
            int rx = (x & s) == 0 ? 0 : 1;
            int ry = (y & s) == 0 ? 0 : 1;
            distance = (distance << 2) | ((3 * rx) ^ ry);
            if (ry == 0) {
                if (rx == 1) {
                    x = ~x;
                    y = ~y;
                }
                int swap = x;
                x = y;
                y = swap;
            }
        }
        return distance;
    }
}
