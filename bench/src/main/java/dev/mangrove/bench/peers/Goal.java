package dev.mangrove.bench.peers;

import dev.mangrove.cli.report.Table;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A figure of the JSON output beside the value to reach.
 *
 * @param name of the figure
 * @param measured its value; null if it has not been measured
 * @param wanted the value to reach
 * @param atMost whether lower is better
 */
public record Goal(String name, @Nullable Double measured, double wanted, boolean atMost) {
    /** Creates a goal that is reached from below. */
    static Goal atLeast(String name, double measured, double wanted) {
        return new Goal(name, orNull(measured), wanted, false);
    }

    /** Creates a goal of a figure that should be low. */
    static Goal atMost(String name, double measured, double wanted) {
        return new Goal(name, orNull(measured), wanted, true);
    }

    private static @Nullable Double orNull(double measured) {
        return Double.isFinite(measured) ? Math.round(measured * 1e3) / 1e3 : null;
    }

    /** A table of goals, for people. */
    static Table table(List<Goal> goals) {
        Table table = new Table("figure", "measured", "wanted");
        goals.forEach(goal -> table.row(goal.name, goal.measured, goal.wantedText()));
        return table;
    }

    /** The value to reach as text. */
    String wantedText() {
        return (atMost ? "at most " : "") + wanted;
    }
}
