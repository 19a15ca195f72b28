package dev.mangrove.index.spatial;

/** What a rectangle must be like. */
public final class Coordinates {
    private Coordinates() {}

    /**
     * Refuses what is no rectangle.
     *
     * @throws IllegalArgumentException if a border is not finite, or the borders are in the wrong
     *     order
     */
    public static void check(double minX, double minY, double maxX, double maxY) {
        boolean finite =
                Double.isFinite(minX)
                        && Double.isFinite(minY)
                        && Double.isFinite(maxX)
                        && Double.isFinite(maxY);
        if (!finite || minX > maxX || minY > maxY) {
            throw new IllegalArgumentException(
                    (finite ? "the borders are in the wrong order" : "a border is not finite")
                            + ": minX="
                            + minX
                            + ", minY="
                            + minY
                            + ", maxX="
                            + maxX
                            + ", maxY="
                            + maxY);
        }
    }

    /** Refuses what is no point. */
    public static void check(double x, double y) {
        if (!Double.isFinite(x) || !Double.isFinite(y)) {
            throw new IllegalArgumentException("a coordinate is not finite: x=" + x + ", y=" + y);
        }
    }
}
