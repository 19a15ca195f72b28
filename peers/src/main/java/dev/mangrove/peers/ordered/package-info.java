/**
 * Ordered systems behind one interface, {@link dev.mangrove.peers.ordered.OrderedPeer}, and the
 * loop that drives all of them, {@link dev.mangrove.peers.ordered.OrderedPeerWorker}.
 */
@NullMarked
package dev.mangrove.peers.ordered;

import org.jspecify.annotations.NullMarked;
