/**
 * Spatial systems behind one interface, {@code SpatialPeer}, and the one loop that drives all of
 * them, {@code SpatialWorker}.
 */
@NullMarked
package dev.mangrove.peers.spatial;

import org.jspecify.annotations.NullMarked;
