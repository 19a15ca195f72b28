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
 * The TCP connection stays open as long as the queue pair: its end tells either side that the other
 * has died, which an idle queue pair does not notice. A failed queue pair ends both.
 *
 * <h2>One-sided verbs</h2>
 *
 * A batch is a chain of work requests that one doorbell submits and whose last alone is signalled
 * ({@link dev.mangrove.fabric.verbs.ClientSends}). A target registers a region as a whole, and its
 * pages are pinned; so discarding clears memory and does not free it.
 *
 * <h2>Memory on the device</h2>
 *
 * A region may be in memory of the device itself, where there is some ({@link
 * dev.mangrove.fabric.verbs.device.DeviceMemory}): allocated, zeroed by the driver, and registered
 * so that its addresses start at 0. The processor has no mapping of it; it can only copy it out and
 * clear it. The atomics are compare-and-swap and fetch-and-add: libibverbs has no verb for masked
 * ones, only vendor extensions do, so masked atomics are not declared.
 *
 * <h2>Messages</h2>
 *
 * Each side has a ring of 256 KiB that the other writes to by WRITE_WITH_IMM: the data is in the
 * ring when the completion of a receive without memory announces it ({@link
 * dev.mangrove.fabric.verbs.ring.RingWindow}). A server's receives are shared by several
 * connections ({@link dev.mangrove.fabric.verbs.ReceivePool}), one for each message that their
 * windows allow. A WRITE with immediate of the contract is a WRITE, then a SEND_WITH_IMM without
 * data. A client returns credit by a WRITE of one word, a server by a SEND_WITH_IMM, which wakes a
 * client that waits for room.
 *
 * <h2>One arbiter</h2>
 *
 * Most devices keep their atomics apart from the processor's: either may overwrite what the other
 * has just done. So a region that another fabric's target allocated, and whose words processors
 * change, is not changed by the device's atomics: clients send atomics over TCP, and the server's
 * processor executes them. In regions allocated here the device is the arbiter; see {@link
 * dev.mangrove.fabric.verbs.VerbsRegions}.
 *
 * <h2>Closing under use</h2>
 *
 * Queues belong to the library and must not be freed while a thread polls them. An endpoint and an
 * inbox each have a lock that is held while their queues are used and while they are freed; it is
 * not held while a thread sleeps or a handler runs.
 *
 * <h2>Trust</h2>
 *
 * As with {@code tcp}, both sides prove that they know the secret, and nothing is encrypted. Remote
 * keys have 32 bits and are not secret: an admitted client is trusted with all regions.
 */
@NullMarked
package dev.mangrove.fabric.verbs;

import org.jspecify.annotations.NullMarked;
