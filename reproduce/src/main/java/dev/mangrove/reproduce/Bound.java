package dev.mangrove.reproduce;

import static dev.mangrove.reproduce.Text.text;

/**
 * The interval in which a result counts as reproduced; each result is printed with its bound. What
 * a word of a paper asks for is stated here and in no other class. The rule, which
 * docs/SIMULATOR.md repeats:
 *
 * <ul>
 *   <li>A number that a paper prints: ours / published is from 0.75 to 1.33.
 *   <li>A difference of up to 10 % counts as none. So "the same", "stable", "minimally" and "almost
 *       as good" require at most 10 %; "more", "helps", "degrades" and "ahead" require at least 10
 *       %.
 *   <li>"Clearly", "much" and "significantly" require a factor of 1.33, the tolerance of a printed
 *       number.
 *   <li>"Collapses" is a tenth or less. "Bound by X" means that X is at least 90 % busy. "Almost
 *       all" is 90 %. "Scales": the result grows by at least 0.75 of the resource's growth.
 *   <li>"Highest", "lowest" and "fastest" only order results; any difference suffices.
 *   <li>"Virtually no" is 1 %.
 *   <li>A claim whose sentence states a number itself ("within a second", "below 5 %") has that
 *       number as its bound, in the class that makes the claim. So have claims of this project
 *       ("ours").
 * </ul>
 *
 * @param least smallest value within the bound
 * @param largest largest value within the bound
 */
public record Bound(double least, double largest) {
    private static final double CLOSE = 0.1;
    private static final double LEAST_RATIO = 0.75;
    private static final double LARGEST_RATIO = 1.33;

    /** Our number / the number that the paper prints. */
    public static final Bound PRINTED = new Bound(LEAST_RATIO, LARGEST_RATIO);

    /** "The same", "stable", "hardly", "minimally", "almost as good". */
    public static final Bound SAME = new Bound(1 - CLOSE, 1 + CLOSE);

    /** "Minimally more". */
    public static final Bound SLIGHTLY_MORE = new Bound(1, 1 + CLOSE);

    /** "More", "higher", "helps", "grows", "ahead". */
    public static final Bound MORE = atLeast(1 + CLOSE);

    /** "Less", "lower", "faster", "degrades", "declines". */
    public static final Bound LESS = atMost(1 - CLOSE);

    /** "Clearly more", "much higher", "dominates". */
    public static final Bound MUCH_MORE = atLeast(LARGEST_RATIO);

    /** "Much lower", "drops significantly". */
    public static final Bound MUCH_LESS = atMost(LEAST_RATIO);

    /** "Costs nothing", "is not behind". */
    public static final Bound NO_LESS = atLeast(1 - CLOSE);

    /** "Stagnates", "does not benefit", "takes no longer". */
    public static final Bound NO_MORE = atMost(1 + CLOSE);

    /** "Collapses". */
    public static final Bound COLLAPSED = atMost(0.1);

    /** The opposite of a collapse. */
    public static final Bound TENFOLD = atLeast(10);

    /** Utilization of the resource that a result is "bound by". */
    public static final Bound BUSY = atLeast(1 - CLOSE);

    /** Share of cases that are "almost all". */
    public static final Bound ALMOST_ALL = atLeast(1 - CLOSE);

    /** "Scales": growth of the result / growth of the resource. */
    public static final Bound IN_PROPORTION = atLeast(LEAST_RATIO);

    /** "Highest", "fastest": the value / the largest of the others. */
    public static final Bound FIRST = atLeast(1);

    /** "Lowest": the value / the smallest of the others. */
    public static final Bound LAST = atMost(1);

    /** "Virtually no": percent of the whole. */
    public static final Bound VIRTUALLY_NO = atMost(1);

    public static Bound atLeast(double value) {
        return new Bound(value, Double.POSITIVE_INFINITY);
    }

    public static Bound atMost(double value) {
        return new Bound(Double.NEGATIVE_INFINITY, value);
    }

    public boolean holds(double value) {
        return value >= least && value <= largest;
    }

    /** The text that is printed with a result. */
    @Override
    public String toString() {
        if (Double.isInfinite(largest)) {
            return text("at least %.2f", least);
        }
        return Double.isInfinite(least)
                ? text("at most %.2f", largest)
                : text("%.2f to %.2f", least, largest);
    }
}
