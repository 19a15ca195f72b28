/**
 * The memory server: regions, chunks, the catalogue, the request loop, heartbeats and the pool.
 *
 * <h2>Who does what</h2>
 *
 * One-sided verbs need nothing of this package. Requests are served by workers: each {@link
 * dev.mangrove.fabric.Target} has as many inboxes as the server has workers, and each inbox is
 * drained by one thread. A ticker sends heartbeats and notices. A member that joined a pool listens
 * to the pool's registrar, its first server, on a thread of its own.
 *
 * <h2>How a request is served</h2>
 *
 * <ol>
 *   <li>The message is copied before anything in it is looked at, as its sender may still change
 *       it.
 *   <li>The {@link dev.mangrove.server.request.Service} of its kind answers through a {@link
 *       dev.mangrove.server.request.Reply}: with one message, with a failure, or with a source from
 *       which messages are made as long as the client takes them.
 *   <li>A message that the client has no room for is kept with its connection, and the worker goes
 *       on with other connections. Until it has been sent, further requests of the same connection
 *       are kept, too, at most {@link dev.mangrove.index.wire.Header#WINDOW}. A client that takes
 *       nothing for the stall limit loses its connection. Nobody else waits for it.
 * </ol>
 *
 * A request that cannot be understood gets an answer that says so; a connection that breaks the
 * protocol itself is closed. Whatever a service throws becomes an answer, also that the heap is too
 * small for the request.
 *
 * <h2>When a thread fails</h2>
 *
 * No thread of a server dies silently. What one request or one connection can cause is contained
 * there. Anything else that ends a worker, the ticker or the member thread ends the server: it
 * stops its heartbeats at once, logs the cause and closes ({@link
 * dev.mangrove.server.MemoryServer#failure}). A target that loses one of its own threads closes its
 * inboxes, which ends the workers, and so the server.
 *
 * <h2>Who owns memory</h2>
 *
 * Memory is granted in slices of 64 KiB, 128 of which are a chunk. A client is granted chunks; an
 * index is granted one slice first, then as much again as it has, up to a chunk. A client is there
 * as long as any connection with its number is open; with the last of them its memory is freed. The
 * memory of an index is taken away when it is dropped: at the registrar by the drop itself, at
 * other members by a notice. A grant that races with a drop takes the memory first and then looks
 * whether the index is still there, and a drop removes the index first and then takes its memory,
 * so that nothing stays behind.
 *
 * <p>Memory and the root slot of a dropped index are used again when nothing can write to them any
 * more, see {@link dev.mangrove.server.memory.Quarantine}: each client that was connected has
 * acknowledged the drop or has lost its connections, and each worker has ended the request that it
 * was serving. A process that has the memory mapped and is paused keeps them from use until it goes
 * on or dies.
 *
 * <h2>The pool</h2>
 *
 * The first server is the registrar: it keeps the catalogue and the list of members and gives
 * numbers to those who join. A number is given again only if its server failed to become a member.
 * A member counts as there as long as its connection to the registrar is open. When it ends, the
 * member connects again and says REJOIN: if its instance number is that of the list, it is the same
 * run with all its memory, and is there again. A server that joins or comes back is told the ids of
 * all indexes: it frees what others had here, and grants them nothing from then on, as old views
 * may still ask ({@link dev.mangrove.server.pool.DroppedIds}). So a pause of either side, or of the
 * network, ends no pool.
 *
 * <p>What such a loss ends for good are connections. The chunks of a client are freed with its last
 * one, and a session without one is gone: whoever waits for its latches may take them over. That is
 * safe as nobody uses a connection again that has ended.
 *
 * <p>The list has an epoch that counts up with every change; the registrar tells members that it
 * has changed, they ask for it, and each server tells its clients by its heartbeats. If the
 * registrar dies, nobody can join, create, open or drop.
 */
@NullMarked
package dev.mangrove.server;

import org.jspecify.annotations.NullMarked;
