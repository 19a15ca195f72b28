package dev.mangrove.fabric;

import dev.mangrove.fabric.host.Host;

/** Opens the fabric of one URI scheme; loaded by {@link java.util.ServiceLoader}. */
public interface FabricProvider {
    /** Scheme of the fabric's URIs. */
    String scheme();

    /** Whether it connects real machines, so that messages to users name it. */
    default boolean isOfRealMachines() {
        return true;
    }

    /** Opens the fabric on a host. */
    Fabric open(Host host);
}
