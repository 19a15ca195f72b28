package dev.mangrove.fabric.shm;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricProvider;
import dev.mangrove.fabric.host.Host;

/** Finds the shared-memory fabric. */
public final class ShmProvider implements FabricProvider {
    /** For the service loader. */
    public ShmProvider() {}

    @Override
    public String scheme() {
        return ShmLocation.SCHEME;
    }

    @Override
    public Fabric open(Host host) {
        return new ShmFabric(host);
    }
}
