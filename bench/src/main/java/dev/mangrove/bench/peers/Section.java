package dev.mangrove.bench.peers;

import dev.mangrove.bench.plot.Plots;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/** A part of a report that has data, faults and goals of its own. */
public interface Section {
    /** One line that says what was measured. */
    String title();

    /** All figures, by the keys of the JSON output. */
    Map<String, @Nullable Object> toJson();

    /** Figures to reach. */
    List<Goal> goals();

    /** Descriptions of all faults. */
    List<String> faults();

    /** Writes pictures, if there are any, with a suffix to their names. */
    void plot(Plots plots, String suffix);
}
