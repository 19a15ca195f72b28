package dev.mangrove.architecture.violations.index.latch;

/** Stands for a latch. */
public final class Latch {
    /** Creates it. */
    public Latch() {}
}
