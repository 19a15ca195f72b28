package dev.mangrove.architecture.violations.fabric.shm;

/** Stands for a provider. */
public final class Provider {
    /** Creates it. */
    public Provider() {}
}
