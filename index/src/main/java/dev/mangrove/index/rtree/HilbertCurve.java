package dev.mangrove.index.rtree;

/**
 * Where points of a part of the plane are on a Hilbert curve that fills it. What lies outside
 * counts as if it lay on the border: that is as correct, only not as near to its neighbours.
 */
final class HilbertCurve {
    private static final int BITS = 31;
    private static final double CELLS = (1L << BITS) - 1.0;

    /** All degrees of longitude and latitude, and the unit square. */
    static final HilbertCurve USUAL = new HilbertCurve(-180, -180, 180, 180);

    private final double minX;
    private final double minY;
    private final double scaleX;
    private final double scaleY;

    /** A curve that fills a rectangle. */
    HilbertCurve(double minX, double minY, double maxX, double maxY) {
        this.minX = minX;
        this.minY = minY;
        this.scaleX = scale(maxX - minX);
        this.scaleY = scale(maxY - minY);
    }

    private static double scale(double extent) {
        return extent > 0 && extent < Double.POSITIVE_INFINITY ? CELLS / extent : 0;
    }

    /** The place of the centre of a rectangle. */
    long of(double left, double lower, double rightmost, double upper) {
        return distance(
                cell((left / 2 + rightmost / 2 - minX) * scaleX),
                cell((lower / 2 + upper / 2 - minY) * scaleY));
    }

    /** A number that is none becomes 0, one outside the nearest. */
    private static int cell(double at) {
        return (int) Math.max(0, Math.min(CELLS, at));
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
