package dev.mangrove.reproduce;

import static dev.mangrove.reproduce.Text.text;

/**
 * Between which values a result counts as reproduced. This is the only place with such numbers, and
 * a result is printed with the bound it was held to. The rule, which docs/SIMULATOR.md repeats:
 *
 * <ul>
 *   <li>A number that a paper prints must come out within 0.75 to 1.33 times as published.
 *   <li>Differences of up to 10 % count as none. So "the same", "stable", "minimally" and "almost
 *       as good" ask for at most 10 %, and "more", "helps", "degrades" and "ahead" for at least
 *       that.
 *   <li>"Clearly", "much" and "significantly" ask for more than the error that a printed number may
 *       have: a factor of 1.33.
 *   <li>"Collapses" is a tenth or less. "Bound by X" means that X is at least 90 % busy. "Almost
 *       all" are 90 %. What "scales" brings at least 0.75 of what was added.
 *   <li>"Highest", "lowest" and "fastest" only order results, by however little.
 *   <li>What we promise ourselves has the bound that its sentence states.
 * </ul>
 *
 * @param least smallest value that holds
 * @param largest largest value that holds
 */
public record Bound(double least, double largest) {
    private static final double CLOSE = 0.1;
    private static final double LEAST_RATIO = 0.75;
    private static final double LARGEST_RATIO = 1.33;

    /** Ours to a number that the paper prints. */
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

    /** How busy is what a result is said to be bound by. */
    public static final Bound BUSY = atLeast(1 - CLOSE);

    /** Share of cases that are "almost all". */
    public static final Bound ALMOST_ALL = atLeast(1 - CLOSE);

    /** Growth of a result that "scales", to that of the resource. */
    public static final Bound IN_PROPORTION = atLeast(LEAST_RATIO);

    /** "Highest", "fastest": ours to the best of the others. */
    public static final Bound FIRST = atLeast(1);

    /** "Lowest": ours to the least of the others. */
    public static final Bound LAST = atMost(1);

    public static Bound atLeast(double value) {
        return new Bound(value, Double.POSITIVE_INFINITY);
    }

    public static Bound atMost(double value) {
        return new Bound(Double.NEGATIVE_INFINITY, value);
    }

    public boolean holds(double value) {
        return value >= least && value <= largest;
    }

    /** In words, as it is printed beside a result. */
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
