/**
 * A cluster in virtual time, determined by a seed: a simulated fabric and simulated hosts, on which
 * real code works on real bytes.
 *
 * <h2>The model</h2>
 *
 * <ul>
 *   <li><b>Time</b> passes only from event to event ({@link dev.mangrove.sim.kernel}). Code takes
 *       no time unless it reports work ({@link dev.mangrove.fabric.host.Host#work}), polls, posts
 *       requests or receives messages.
 *   <li><b>Cores.</b> A thread runs on a core of its host; when all are taken it queues. Computing
 *       and polling keep a core, blocking gives it up and pays for the wake-up. Slices end when
 *       others wait. A core that serves an inbox keeps the state of a limited number of connections
 *       in its cache.
 *   <li><b>Cards.</b> A request passes stations that each serve one after the other: the requester,
 *       the bus, the outgoing link; at the server the incoming link, a station shared by all, that
 *       of its verb, and the bus. The state of connections is cached. Atomics on main memory follow
 *       one another if they agree in the low address bits, each for two trips over the bus; on-chip
 *       memory needs none.
 *   <li><b>Effects</b> happen at the server's memory at one moment, or line by line where a fault
 *       spreads them, in the order of the channel. The bytes are copied at that moment, so what a
 *       READ tears is really torn.
 *   <li><b>Messages</b> enter the inbox in order. At most 256 KiB wait per connection and
 *       direction.
 *   <li><b>One machine.</b> Where the profile has it so, a client and a server on one host, or on
 *       hosts that are processes of one machine, exchange messages past the cards, and the client
 *       uses memory in place. With an {@link dev.mangrove.sim.Interleaving} other threads run
 *       between any two of its loads and stores, and its stores become visible late: in order, or
 *       in any order that fences and release stores allow. Loads are not reordered.
 *   <li><b>TCP.</b> With {@code tcp.kernel} a thread of the server's host serves each request, at
 *       the kernel's cost.
 * </ul>
 *
 * All parameters come from a {@link dev.mangrove.sim.hardware.Profile}, all random choices from one
 * seed, split for each component. No result depends on object identity, hash order or the machine;
 * {@link dev.mangrove.sim.Trace#hash} verifies that.
 */
@NullMarked
package dev.mangrove.sim;

import org.jspecify.annotations.NullMarked;
