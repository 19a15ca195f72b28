package dev.mangrove.sim.request;

import dev.mangrove.fabric.Fabric;
import dev.mangrove.fabric.FabricProvider;
import dev.mangrove.fabric.host.Host;
import dev.mangrove.sim.HostFabric;
import dev.mangrove.sim.SimCluster;
import dev.mangrove.sim.SimHost;

/** Opens the simulated fabric by its scheme; the host must be a simulated one. */
public final class SimProvider implements FabricProvider {
    /** For the service loader. */
    public SimProvider() {}

    @Override
    public String scheme() {
        return HostFabric.SCHEME;
    }

    @Override
    public boolean isOfRealMachines() {
        return false;
    }

    @Override
    public Fabric open(Host host) {
        SimHost simulated = SimCluster.simulated(host);
        SimFabric fabric = new SimFabric(simulated);
        simulated.opened(fabric);
        return fabric;
    }
}
