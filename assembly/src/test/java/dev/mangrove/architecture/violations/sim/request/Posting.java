package dev.mangrove.architecture.violations.sim.request;

/** Stands for the simulated provider. */
public final class Posting {
    /** Creates it. */
    public Posting() {}
}
