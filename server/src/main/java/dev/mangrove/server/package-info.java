/**
 * The memory server: regions, chunks, the catalogue, the request loop, heartbeats and the pool.
 *
 * <h2>Threads</h2>
 *
 * One-sided verbs do not involve this package. Workers serve requests: each {@link
 * dev.mangrove.fabric.Target} has as many inboxes as the server has workers, and each inbox is
 * drained by one thread. A ticker sends heartbeats and notices. A member that joined a pool listens
 * to the pool's registrar, its first server, on a thread of its own.
 *
 * <h2>How a request is served</h2>
 *
 * <ol>
 *   <li>The worker copies the message before it reads any field, because its sender may still
 *       change it.
 *   <li>The {@link dev.mangrove.server.request.Service} of its kind answers through a {@link
 *       dev.mangrove.server.request.Reply}: with one message, with a failure, or with a source from
 *       which messages are made as long as the client takes them.
 *   <li>The worker keeps a message that the client has no room for in the connection's outbox, and
 *       serves other connections. Until it has been sent, the worker also keeps further requests of
 *       the same connection, at most {@link dev.mangrove.index.wire.Header#WINDOW}. A client that
 *       receives nothing for the stall limit loses its connection. Other connections are not
 *       delayed.
 * </ol>
 *
 * The server answers a malformed request with an error, and closes a connection that breaks the
 * protocol itself. Every exception of a service becomes an answer, also an OutOfMemoryError.
 *
 * <h2>When a thread fails</h2>
 *
 * No thread of a server dies silently. An error that one request or one connection can cause ends
 * only that request or connection. Any other error in a worker, the ticker or the member thread
 * ends the server: it stops its heartbeats at once, logs the cause and closes ({@link
 * dev.mangrove.server.MemoryServer#failure}). A target that loses one of its own threads closes its
 * inboxes, which ends the workers, and so the server.
 *
 * <h2>Ownership of memory</h2>
 *
 * Memory is granted in slices of 64 KiB, 128 of which are a chunk. A client is granted chunks; an
 * index is granted one slice first, then as much again as it has, up to a chunk. A client owns
 * memory as long as any connection with its number is open; when the last one has ended and the
 * client is gone, the server frees the memory. The memory of an index is freed when it is dropped:
 * at the registrar by the drop itself, at other members by a notice. A grant that races with a drop
 * takes the memory first and then looks whether the index is still there, and a drop removes the
 * index first and then takes its memory, so that no memory is leaked.
 *
 * <p>Memory and the root slot of a dropped index are used again when nothing can write to them any
 * more, see {@link dev.mangrove.server.memory.Quarantine}: each client that was connected has
 * acknowledged the drop or is gone, and each worker has ended the request that it was serving. A
 * paused process that has the memory mapped delays their reuse until it continues or dies.
 *
 * <h2>The pool</h2>
 *
 * The first server is the registrar: it keeps the catalogue and the list of members and assigns
 * numbers to joining servers. A number is reused only if its server failed to become a member. A
 * member counts as alive as long as its connection to the registrar is open. When that ends, the
 * member connects again and sends REJOIN: if its instance number is that of the list, it is the
 * same run with all its memory, and counts as alive again. The registrar sends a server that joins
 * or rejoins the ids of all indexes: the server frees the memory of all others, and refuses later
 * grants to them, which old views may still request ({@link dev.mangrove.server.pool.DroppedIds}).
 * So the pool survives a pause of either side or of the network.
 *
 * <p>Connections do not survive it. The chunks of a client are freed with its last connection, and
 * a session without one is gone: a waiter may take over its latches. That is safe because a client
 * never uses an ended connection again.
 *
 * <p>Every change of the list increments its epoch; the registrar notifies members, they request
 * the list, and each server's heartbeats carry the epoch to its clients. If the registrar dies, no
 * server can join, and no client can create, open or drop an index.
 */
@NullMarked
package dev.mangrove.server;

import org.jspecify.annotations.NullMarked;
