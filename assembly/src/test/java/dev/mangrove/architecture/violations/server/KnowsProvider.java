package dev.mangrove.architecture.violations.server;

import dev.mangrove.architecture.violations.fabric.shm.Provider;

/** Knows what only cli and bench may know. */
public final class KnowsProvider {
    final Provider provider = new Provider();

    /** Creates it. */
    public KnowsProvider() {}
}
