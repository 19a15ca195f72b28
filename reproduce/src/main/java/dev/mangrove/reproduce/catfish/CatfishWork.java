package dev.mangrove.reproduce.catfish;

/**
 * A workload of the Catfish paper. Where all windows have one scale, their edges are uniform
 * between 0 and the scale. Where scales follow a power law, windows are squares of that scale. The
 * paper does not say so. In its three trees, the cost of offloaded power-law searches lies a third
 * of the way from small windows to large ones. Squares give the same third; edges between 0 and the
 * scale would give a tenth.
 *
 * @param name in reports
 * @param least smallest scale of a window
 * @param largest largest scale; scales between the two follow a power law
 * @param inserts share of operations that insert a rectangle at a skewed position
 */
public record CatfishWork(String name, double least, double largest, double inserts) {
    /** Small windows; the server's processors are the bottleneck. */
    public static final CatfishWork SMALL = new CatfishWork("0.00001", 1e-5, 1e-5, 0);

    /** Large windows; the network is the bottleneck. */
    public static final CatfishWork LARGE = new CatfishWork("0.01", 1e-2, 1e-2, 0);

    /** Mostly small windows. */
    public static final CatfishWork POWER = new CatfishWork("power law", 1e-5, 1e-2, 0);

    private static final double EXPONENT = 0.01;

    /** Windows of one scale. */
    public static CatfishWork upTo(double scale) {
        return new CatfishWork(Double.toString(scale), scale, scale, 0);
    }

    /** Returns the workload with a share of inserts. */
    public CatfishWork withInserts(double share) {
        return new CatfishWork(name, least, largest, share);
    }

    /** Whether all windows have one scale. */
    boolean isOfOneScale() {
        return least == largest;
    }

    /** Maps a uniform random number from 0 to 1 to the scale of a window. */
    double scale(double lot) {
        if (isOfOneScale()) {
            return largest;
        }
        double from = StrictMath.pow(least, EXPONENT);
        double to = StrictMath.pow(largest, EXPONENT);
        return StrictMath.pow(from + lot * (to - from), 1 / EXPONENT);
    }
}
