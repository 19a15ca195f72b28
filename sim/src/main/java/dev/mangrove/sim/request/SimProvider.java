package dev.mangrove.sim.request;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricProvider;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.SimCluster;

/** Opens the simulated fabric by its scheme; the host must be a simulated one. */
public final class SimProvider implements FabricProvider {
    /** For the service loader. */
    public SimProvider() {}

    @Override
    public String scheme() {
        return SimFabric.SCHEME;
    }

    @Override
    public boolean isOfRealMachines() {
        return false;
    }

    @Override
    public Fabric open(Host host) {
        return SimCluster.simulated(host).fabric();
    }
}
