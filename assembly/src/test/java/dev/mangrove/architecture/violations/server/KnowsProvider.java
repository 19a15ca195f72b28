package dev.mangrove.architecture.violations.server;

import dev.mangrove.architecture.violations.fabric.shm.Provider;

/** Depends on a provider, which only cli and the laboratory may do. */
public final class KnowsProvider {
    final Provider provider = new Provider();

    /** Creates it. */
    public KnowsProvider() {}
}
