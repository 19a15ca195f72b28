package dev.mangrove.index.rtree.geometry;

/**
 * Numbers that stand for distances and are in the same order, so that most of them need no square
 * root. Squares would do if they did not overflow, or vanish, where coordinates have exponents of
 * more than half the range. So a rank is
 *
 * <pre>
 *   distance             rank
 *   0 to 2^-350          negative: the closer to 0 the further away, by the bits of the distance
 *   2^-350 to 2^300      square * 2^-304
 *   2^300 on             distance / 16, which is finite also where the distance is not
 * </pre>
 *
 * Ranks are monotone across these borders: each is what it would be without limits of exponents,
 * rounded.
 */
public final class DistanceRank {
    /** Less than the rank of any distance. */
    public static final double NONE = -1;

    // The borders of the table above, and the factors that make ranks meet there.
    private static final double LEAST_SQUARE = 0x1p-700;
    private static final double LARGEST_SQUARE = 0x1p600;
    private static final double PER_SQUARE = 0x1p-304;
    private static final double PER_DISTANCE = 1.0 / 16;
    private static final double LARGEST_OF_SQUARES = LARGEST_SQUARE * PER_SQUARE;
    private static final long LEAST_BITS = Double.doubleToRawLongBits(0x1p-350);
    private static final double UP = 0x1p600;
    private static final double DOWN = 0x1p-600;

    static {
        // The rank of distance 0 is the least of all.
        if (-Double.longBitsToDouble(LEAST_BITS) <= NONE) {
            throw new AssertionError("ranks overlap");
        }
    }

    private DistanceRank() {}

    /** The rank of a rectangle's distance from a point. */
    public static double of(
            double x, double y, double minX, double maxX, double minY, double maxY) {
        double dx = Math.max(0, Math.max(minX - x, x - maxX));
        double dy = Math.max(0, Math.max(minY - y, y - maxY));
        double square = dx * dx + dy * dy;
        if (square >= LEAST_SQUARE && square <= LARGEST_SQUARE) {
            return square * PER_SQUARE;
        }
        return square < LEAST_SQUARE
                ? near(dx, dy)
                : far(quarter(x, minX, maxX), quarter(y, minY, maxY));
    }

    private static double near(double dx, double dy) {
        double distance = Math.sqrt(dx * UP * (dx * UP) + dy * UP * (dy * UP)) * DOWN;
        return -Double.longBitsToDouble(LEAST_BITS - Double.doubleToRawLongBits(distance));
    }

    /** A quarter of how far a number is outside of two others: the whole may overflow. */
    private static double quarter(double x, double min, double max) {
        return Math.max(0, Math.max(min / 4 - x / 4, x / 4 - max / 4));
    }

    private static double far(double dx, double dy) {
        double quarter = Math.sqrt(dx * DOWN * (dx * DOWN) + dy * DOWN * (dy * DOWN)) * UP;
        return quarter * (4 * PER_DISTANCE);
    }

    /** The distance of a rank; infinite if it is more than the largest double. */
    public static double distance(double rank) {
        if (rank > LARGEST_OF_SQUARES) {
            return rank / PER_DISTANCE;
        }
        return rank > 0
                ? Math.sqrt(rank / PER_SQUARE)
                : Double.longBitsToDouble(LEAST_BITS - Double.doubleToRawLongBits(-rank));
    }
}
