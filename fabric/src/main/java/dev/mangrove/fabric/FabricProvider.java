package dev.mangrove.fabric;

/** Finds a fabric by the scheme of its URIs; found itself by {@link java.util.ServiceLoader}. */
public interface FabricProvider {
    /** Scheme of the fabric's URIs. */
    String scheme();

    /** Opens the fabric on a host. */
    Fabric open(Host host);
}
