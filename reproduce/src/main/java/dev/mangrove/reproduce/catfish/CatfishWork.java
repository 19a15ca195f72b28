package dev.mangrove.reproduce.catfish;

/**
 * A workload of the Catfish paper. Where all windows are of one scale, their edges are drawn from 0
 * to that scale. Where scales are drawn by a power law, windows are squares of that scale. The
 * paper leaves this open, but its offloaded searches cost a third of the way from small windows to
 * large ones then, in all three trees. So do squares; with edges up to the scale it is a tenth.
 *
 * @param name for people
 * @param least least scale of a window
 * @param largest largest scale; scales between the two are drawn by a power law
 * @param inserts share of operations that insert a rectangle, at skewed places
 */
public record CatfishWork(String name, double least, double largest, double inserts) {
    /** Windows of a small scope, bound by processors. */
    public static final CatfishWork SMALL = new CatfishWork("0.00001", 1e-5, 1e-5, 0);

    /** Windows of a large scope, bound by the network. */
    public static final CatfishWork LARGE = new CatfishWork("0.01", 1e-2, 1e-2, 0);

    /** Mostly small windows. */
    public static final CatfishWork POWER = new CatfishWork("power law", 1e-5, 1e-2, 0);

    private static final double EXPONENT = 0.01;

    /** Windows up to a scale. */
    public static CatfishWork upTo(double scale) {
        return new CatfishWork(Double.toString(scale), scale, scale, 0);
    }

    /** The same with inserts. */
    public CatfishWork withInserts(double share) {
        return new CatfishWork(name, least, largest, share);
    }

    /** Whether windows are of one scale. */
    boolean isOfOneScale() {
        return least == largest;
    }

    /** The scale of a window for a lot from 0 to 1. */
    double scale(double lot) {
        if (isOfOneScale()) {
            return largest;
        }
        double from = StrictMath.pow(least, EXPONENT);
        double to = StrictMath.pow(largest, EXPONENT);
        return StrictMath.pow(from + lot * (to - from), 1 / EXPONENT);
    }
}
