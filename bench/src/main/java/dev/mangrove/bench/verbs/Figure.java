package dev.mangrove.bench.verbs;

/**
 * A measured figure and its goal.
 *
 * @param key name in the JSON
 * @param meaning description in the text output
 * @param value measured value
 * @param goal bound that the value should keep
 * @param atMost whether the goal is an upper bound, else a lower one
 * @param sides dividend and divisor of the value, with a unit
 */
record Figure(String key, String meaning, double value, double goal, boolean atMost, String sides) {
    static Figure atLeast(String key, Ratio ratio, double goal, String meaning) {
        return new Figure(key, meaning, ratio.value(), goal, false, ratio.toString());
    }

    static Figure atMost(String key, Ratio ratio, double goal, String meaning) {
        return new Figure(key, meaning, ratio.value(), goal, true, ratio.toString());
    }

    static Figure atMost(String key, double value, double goal, String meaning) {
        return new Figure(key, meaning, value, goal, true, "");
    }

    boolean isReached() {
        return atMost ? value <= goal : value >= goal;
    }

    String goalText() {
        return (atMost ? "at most " : "at least ") + goal;
    }
}
