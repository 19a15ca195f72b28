package dev.mangrove.check;

import dev.mangrove.sim.Faults;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** A subject of seeded simulation. */
public interface CheckTarget {
    /** Name on the command line. */
    String name();

    /** Further options that name this check on the command line, or nothing. */
    default String options() {
        return "";
    }

    /** Executes one run; writes a readable trace to {@code lines}, unless that is null. */
    SeedResult run(long seed, Faults faults, @Nullable Consumer<String> lines);
}
