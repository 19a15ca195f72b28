/**
 * Verbs between hosts with RDMA devices: libibverbs, called through {@code java.lang.foreign}.
 *
 * <h2>Setting up</h2>
 *
 * Each connection is a reliable queue pair (RC) beside a TCP connection, which opens with the same
 * handshake as the {@code tcp} provider's and then carries a few {@link
 * dev.mangrove.fabric.verbs.control.ControlMessage messages}:
 *
 * <pre>
 * client                                             server
 *   HELLO, PROOF                        &lt;--&gt;  CHALLENGE, WELCOME or REFUSAL    see tcp.Handshake
 *   OFFER     queue pair, GID, ring       --&gt;
 *                                         &lt;--  ACCEPT    the same of the server's
 *   READY     can receive                 --&gt;
 *   ATTACH    region, key                 --&gt;
 *                                         &lt;--  ATTACHED  address, remote key, arbiter
 *   ATOMIC    address, operands           --&gt;
 *                                         &lt;--  RESULT
 * </pre>
 *
 * The TCP connection stays as long as the queue pair: its end is how either side learns of the
 * other's death, which an idle queue pair never notices. A queue pair that has failed ends both.
 *
 * <h2>One-sided verbs</h2>
 *
 * A batch is a chain of work requests that one doorbell submits and whose last alone is signalled
 * ({@link dev.mangrove.fabric.verbs.ClientSends}). Regions are registered as a whole when they are
 * made or registered, and their pages stay in place; so discarding clears them and gives nothing
 * back.
 *
 * <h2>Memory on the device</h2>
 *
 * A region may be in memory of the device itself, where there is some ({@link
 * dev.mangrove.fabric.verbs.device.DeviceMemory}): allocated, zeroed by the driver, and registered
 * so that its addresses start at 0. The processor has no mapping of it, so such a region has no
 * memory to hand out; it can be copied out and cleared. Of atomics there are compare-and-swap and
 * fetch-and-add alone: libibverbs has no verb for masked ones, only extensions of single vendors
 * do, and they are not declared.
 *
 * <h2>Messages</h2>
 *
 * Each side has a ring of 256 KiB that the other writes to by WRITE_WITH_IMM: the data is in place
 * when the completion of a receive without memory announces it ({@link
 * dev.mangrove.fabric.verbs.ring.RingWindow}). A server's receives are shared by several
 * connections ({@link dev.mangrove.fabric.verbs.ReceivePool}), and there are always enough of them.
 * A WRITE with immediate of the contract is a WRITE, then a SEND_WITH_IMM without data. A client
 * tells by a WRITE of one word what it has taken, a server by a SEND_WITH_IMM, which wakes a client
 * that waits for room.
 *
 * <h2>One arbiter</h2>
 *
 * Most devices keep their atomics apart from the processor's: either may overwrite what the other
 * has just done. So a region that another fabric's target allocated, and whose words processors
 * change, is not given to the device's atomics: those are asked for over TCP, and the server's
 * processor carries them out. In regions allocated here the device is the arbiter; see {@link
 * dev.mangrove.fabric.verbs.VerbsRegions}.
 *
 * <h2>Closing under use</h2>
 *
 * Queues belong to the library and must not be freed under a thread that looks at them. An endpoint
 * and an inbox each have a lock that is held while their queues are used and while they are freed;
 * it is not held while a thread sleeps or a handler runs.
 *
 * <h2>Trust</h2>
 *
 * As with {@code tcp}, both sides prove that they know the secret, and nothing is encrypted. Remote
 * keys have 32 bits and are no secrets: whoever is let in is trusted with all regions.
 */
@NullMarked
package dev.mangrove.fabric.verbs;

import org.jspecify.annotations.NullMarked;
