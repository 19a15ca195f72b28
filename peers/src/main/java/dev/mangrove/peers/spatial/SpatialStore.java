package dev.mangrove.peers.spatial;

import java.util.Set;

/** A spatial system with its data. */
public interface SpatialStore extends AutoCloseable {
    /** Loads all objects of the data. */
    void load();

    /** Memory of the data in bytes; called once, after the load. */
    double bytes();

    /** Parts of the names of operations that the system does not support. */
    default Set<String> cannot() {
        return Set.of();
    }

    /** Whether answers are exact and must equal those of the other exact systems. */
    default boolean isExact() {
        return true;
    }

    /** Opens access for one thread. */
    SpatialPeer open();

    @Override
    void close();
}
