/**
 * Verbs, which reach the memory of servers, and hosts, which provide time and threads.
 *
 * <h2>The contract</h2>
 *
 * A server opens a {@link dev.mangrove.fabric.Target}, which holds {@link
 * dev.mangrove.fabric.Region regions} of memory and {@link dev.mangrove.fabric.Inbox inboxes} for
 * messages. A client thread opens an {@link dev.mangrove.fabric.Endpoint} and connects a {@link
 * dev.mangrove.fabric.Channel} to each server. Work is recorded in a {@link
 * dev.mangrove.fabric.Batch} and submitted at once.
 *
 * <ul>
 *   <li><b>Order.</b> Requests of a channel take effect at the server in the order posted. A reader
 *       that sees the effect of a WRITE or atomic also sees the effects of all requests posted
 *       before it on the same channel, if {@link dev.mangrove.fabric.Capabilities#orderedWrites} is
 *       declared; otherwise only once they have completed.
 *   <li><b>Completion.</b> A READ or atomic has completed when its result is in the client's
 *       memory. A WRITE has completed when it is visible to every later READ of any client. A SEND
 *       has completed when it is in the server's inbox.
 *   <li><b>Atomicity.</b> A READ concurrent with WRITEs may return a mixture, but never tears an
 *       aligned unit of {@link dev.mangrove.fabric.Capabilities#readAtomicity} bytes of which each
 *       WRITE changed all or nothing. An aligned 8-byte WRITE is atomic. Atomics on one word are
 *       atomic among themselves from all clients.
 *   <li><b>Selections.</b> A gather or scatter moves the fragments of a {@link
 *       dev.mangrove.fabric.Selection} in one request. Where {@link
 *       dev.mangrove.fabric.Capabilities#selectsAtTarget} is declared the target does so, and only
 *       the payload travels; elsewhere the batch reads planned boxes and copies the fragments out
 *       of them ({@code Lowering}). Atomicity is that of a READ or WRITE of each fragment. Where
 *       rows have a guard, each row is read between two reads of its guard, and {@link
 *       dev.mangrove.fabric.Batch#tornRows} counts the rows whose guard changed.
 *   <li><b>Groups.</b> A {@link dev.mangrove.fabric.ScatterGroup} writes selections of local memory
 *       to several servers by one posting. Order holds for each server alone, and a server that
 *       fails fails its own channel only.
 *   <li><b>Back-pressure.</b> Unconsumed messages are bounded by 256 KiB per connection and
 *       direction. A SEND beyond that completes when the server has made room; a server's {@link
 *       dev.mangrove.fabric.Connection#trySend} returns false.
 *   <li><b>Errors.</b> A bad key, a transfer out of bounds, a misaligned atomic, an oversized
 *       request, a selection that leaves its regions (the exception names the field), a lost peer
 *       or a timeout ends in a {@link dev.mangrove.fabric.FabricException}; the channel fails every
 *       later request with it. The server and its memory are unharmed. Nothing is retried silently
 *       and nothing waits for ever.
 * </ul>
 *
 * Time, threads and randomness come from a {@link dev.mangrove.fabric.host.Host}.
 */
@NullMarked
package dev.mangrove.fabric;

import org.jspecify.annotations.NullMarked;
