package dev.mangrove.sim;

import dev.mangrove.fabric.Fabric;

/** A fabric of a simulated host, as the host sees it: something that ends when the host crashes. */
public interface HostFabric extends Fabric {
    /** Scheme of the URIs of all simulated fabrics. */
    String SCHEME = "sim";

    /** Ends at once; peers learn of it later. */
    void crash();
}
