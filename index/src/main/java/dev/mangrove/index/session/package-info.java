/**
 * The client's side of the wire: sessions, links to servers, calls, and what a client knows of the
 * pool.
 *
 * <h2>The parts</h2>
 *
 * <ul>
 *   <li>A {@link dev.mangrove.index.session.Pool} is a process's client of all servers of a pool.
 *       It has a control connection to each server, on which a background thread listens for
 *       heartbeats.
 *   <li>A {@link dev.mangrove.index.session.Session} is one thread's access to the pool. It has a
 *       link to each server that the thread has used so far, and finds the link of an address by
 *       one table lookup.
 *   <li>A {@link dev.mangrove.index.session.Link} is a connection to one server: a channel for
 *       one-sided verbs, and calls.
 *   <li>A {@link dev.mangrove.index.session.Call} is a reusable request. Up to 64 calls of a link
 *       may wait for answers at the same time.
 *   <li>{@link dev.mangrove.index.session.ClientAccess} leads from the public {@link
 *       dev.mangrove.Mangrove} to these parts, for the modules of this project.
 * </ul>
 *
 * <h2>How a client connects</h2>
 *
 * The client connects to the URI it was given and asks that server for the members of the pool. It
 * then connects to each member by the best URI that works from this host: URIs of fabrics with
 * direct access first, the others in the order in which the server lists them. A URI may reach
 * another server than the intended one, as a name in shared memory means another server on another
 * host. So the answer to HELLO must hold the instance number that the member list has. Heartbeats
 * carry the epoch of the member list. A client that receives a newer epoch asks for the list again,
 * and so learns of servers that joined later.
 *
 * <h2>Failures, and what applications see</h2>
 *
 * Code of this package throws {@link dev.mangrove.fabric.FabricException} if a connection fails and
 * {@link dev.mangrove.index.session.RequestRefusedException} if a server refuses. At the border of
 * the public API, {@link dev.mangrove.index.session.Failures} turns both into subclasses of {@link
 * dev.mangrove.MangroveException}. A change that a loss, a time limit or a server fault interrupts
 * becomes an {@link dev.mangrove.OutcomeUnknownException}; a loss that the view notices before the
 * change begins does not. {@link dev.mangrove.index.session.ViewGuard} refuses the second of two
 * threads in one view.
 *
 * <h2>How a client notices that a server is gone</h2>
 *
 * A channel fails when its peer dies, and the thread that waits on it gets the exception. If a
 * control connection fails, its server is lost for good to all sessions that began before: the
 * server then frees the client's chunks and may give away the latches of its sessions. A failed
 * link stays failed for its session; links to other servers go on. {@link
 * dev.mangrove.index.session.Rediscovery} looks for lost servers. A server that answers with the
 * same instance number has only paused, and sessions that begin later use it again. A thread that
 * waits for an answer treats a server as lost if it has sent no heartbeat for the silence limit,
 * until a heartbeat arrives.
 *
 * <p>A thread that works in a server's memory in place waits for no answer, so no channel tells it
 * of a loss. Instead every failure of a link and every loss of a server increments one word of the
 * session, its {@link dev.mangrove.index.session.LossWatch}. Views compare that word before they
 * acknowledge an operation. The memory stays mapped until the session is closed, so an operation
 * that is under way when the server dies also ends with the exception of that comparison.
 *
 * <h2>How a client stops writing to a dropped index</h2>
 *
 * A server keeps the memory of a dropped index until each client has acknowledged the drop or is
 * gone, because a thread may pause for any time between its decision to write and the write.
 *
 * <ol>
 *   <li>A thread that writes to pages or root slots itself enters its session's {@link
 *       dev.mangrove.index.session.WriteSections}. It then compares the server's count of drops
 *       with the count at its last check. If they differ, it asks whether its index still exists.
 *   <li>Heartbeats carry the count. The listener stores it, waits until each thread that was inside
 *       has left once, and sends the count back as DROPS_SEEN.
 * </ol>
 *
 * A thread that the listener does not find inside enters later and then sees the new count.
 *
 * <h2>Threads</h2>
 *
 * A session, its links and its calls are used by one thread at a time. Any thread may call {@code
 * close}; operations under way then end with an exception. No thread holds a monitor while it
 * waits.
 */
@NullMarked
package dev.mangrove.index.session;

import org.jspecify.annotations.NullMarked;
