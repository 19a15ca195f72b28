/**
 * Compares Mangrove with other index libraries and stores: same data, same loop, same run. {@link
 * dev.mangrove.bench.peers.PeersBench} is the parent; each system runs in a process of its own
 * ({@code dev.mangrove.peers}). In each round of each phase the systems run one after the other, so
 * that a noisy machine favours none of them.
 *
 * <p>A {@link dev.mangrove.bench.peers.Plan} lists systems, phases and ratios.
 */
@NullMarked
package dev.mangrove.bench.peers;

import org.jspecify.annotations.NullMarked;
