package dev.mangrove.index.rtree.page;

/** Compares areas of rectangles, also where products of edges overflow or underflow. */
final class AreaOrder {
    /** Products from here on lost no digits to underflow. */
    private static final double LEAST_PRODUCT = 0x1p-900;

    /** Difference of exponents from which on one product is certainly less. */
    private static final int FAR = 200;

    private AreaOrder() {}

    /** Whether one rectangle has less area than another; infinite edges count as equal. */
    static boolean isLess(double width, double height, double otherWidth, double otherHeight) {
        double area = width * height;
        double other = otherWidth * otherHeight;
        boolean plain =
                area < Double.POSITIVE_INFINITY
                        && other < Double.POSITIVE_INFINITY
                        && (area >= LEAST_PRODUCT || other >= LEAST_PRODUCT);
        return plain
                ? area < other
                : isLessByExponents(
                        Math.min(width, Double.MAX_VALUE),
                        Math.min(height, Double.MAX_VALUE),
                        Math.min(otherWidth, Double.MAX_VALUE),
                        Math.min(otherHeight, Double.MAX_VALUE));
    }

    private static boolean isLessByExponents(double w1, double h1, double w2, double h2) {
        if (w1 == 0 || h1 == 0 || w2 == 0 || h2 == 0) {
            return (w1 == 0 || h1 == 0) && w2 != 0 && h2 != 0;
        }
        int exponent = Math.getExponent(w1) + Math.getExponent(h1);
        int otherExponent = Math.getExponent(w2) + Math.getExponent(h2);
        int difference = Math.clamp(exponent - otherExponent, -FAR, FAR);
        return Math.scalb(fraction(w1) * fraction(h1), difference) < fraction(w2) * fraction(h2);
    }

    /** Significand, from 1 to 2; less for subnormal numbers. */
    private static double fraction(double edge) {
        return Math.scalb(edge, -Math.getExponent(edge));
    }
}
