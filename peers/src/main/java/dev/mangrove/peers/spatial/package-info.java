/**
 * Spatial systems behind one interface, {@code SpatialPeer}, and the loop that drives all of them,
 * {@code SpatialPeerWorker}.
 */
@NullMarked
package dev.mangrove.peers.spatial;

import org.jspecify.annotations.NullMarked;
