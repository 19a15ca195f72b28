package dev.mangrove.peers.spatial;

import java.util.Set;

/** A spatial system with its data. */
public interface SpatialStore extends AutoCloseable {
    /** Fills it with all objects of the data. */
    void load();

    /** Memory that the data takes; asked once it is loaded. */
    double bytes();

    /** What it cannot do: parts of operations' names. */
    default Set<String> cannot() {
        return Set.of();
    }

    /** Whether it answers exactly, so that answers must be those of all others. */
    default boolean isExact() {
        return true;
    }

    /** A way for one thread. */
    SpatialPeer open();

    @Override
    void close();
}
