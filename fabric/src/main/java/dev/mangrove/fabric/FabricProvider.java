package dev.mangrove.fabric;

/** Finds a fabric by the scheme of its URIs; found itself by {@link java.util.ServiceLoader}. */
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
