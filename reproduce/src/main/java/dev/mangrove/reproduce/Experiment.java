package dev.mangrove.reproduce;

import org.jspecify.annotations.Nullable;

/** A published experiment. */
public interface Experiment {
    /** Name on the command line. */
    String name();

    /** What it shows, and where it was published. */
    String what();

    /** Runs it on the published cluster, or on another profile. */
    Reproduction run(@Nullable String profile);
}
