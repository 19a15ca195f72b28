package dev.mangrove.reproduce;

import org.jspecify.annotations.Nullable;

/** A published experiment. */
public interface Experiment {
    /** Name on the command line. */
    String name();

    /** One line: the publication with its figure or table, and the topic. */
    String what();

    /** Runs the experiment on the published cluster's profile, or on another one. */
    Reproduction run(@Nullable String profile);
}
