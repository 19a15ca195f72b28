package dev.mangrove.check.history;

/** The result of a linearizability check. */
public enum Verdict {
    /** An order of effects exists that explains every response. */
    LINEARIZABLE,
    /** No such order exists. */
    VIOLATION,
    /** The search reached its bound first. */
    UNDECIDED
}
