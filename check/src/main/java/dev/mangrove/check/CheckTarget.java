package dev.mangrove.check;

import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/** A check that runs by seeds in the simulator. */
public interface CheckTarget {
    /** Name on the command line. */
    String name();

    /** Further options that select this check on the command line; may be empty. */
    default String options() {
        return "";
    }

    /** What a seed checks, to be counted by. */
    default String kind(long seed, Faults faults) {
        return (name() + " " + options()).strip();
    }

    /** What a seed checks, for people. */
    default String describe(long seed, Faults faults) {
        return kind(seed, faults);
    }

    /** Faults and branches that runs count and need not have. */
    default List<Exemption> exemptions() {
        return List.of();
    }

    /**
     * Seeds after which runs under all faults must have had everything that they count but the
     * exemptions.
     */
    default long seedsForCoverage() {
        return 1_000;
    }

    /** Executes one run; writes a readable trace to {@code lines}, unless that is null. */
    SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines);
}
