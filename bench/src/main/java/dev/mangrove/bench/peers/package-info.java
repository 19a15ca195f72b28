/**
 * Mangrove side by side with what users would pick instead, on the same data, by the same loop, in
 * the same run. {@link dev.mangrove.bench.peers.PeersBench} is the parent: each system is a process
 * of its own ({@code dev.mangrove.peers}), and in each round of each phase all systems have their
 * turn one after the other, so that a noisy machine favours none of them.
 *
 * <p>A {@link dev.mangrove.bench.peers.Plan} says which systems, phases and ratios there are.
 */
@NullMarked
package dev.mangrove.bench.peers;

import org.jspecify.annotations.NullMarked;
