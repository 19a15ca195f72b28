package dev.mangrove.architecture.violations.sim;

/** Stands for the simulator. */
public final class Simulator {
    /** Creates it. */
    public Simulator() {}
}
