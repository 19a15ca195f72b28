package dev.mangrove.fabric;

/** Where a region's bytes are. */
public enum Placement {
    /** The server's main memory. */
    HOST,
    /**
     * Memory on the network card; only where {@link Capabilities#deviceMemory} is not 0. The
     * server's processor can copy it out and cannot access it otherwise.
     */
    DEVICE
}
