/**
 * The client's side of the wire: sessions, links to servers, calls, and what is known of the pool.
 *
 * <h2>Who is who</h2>
 *
 * <ul>
 *   <li>A {@link dev.mangrove.index.session.Pool} is a client of all servers of a pool. It knows
 *       them by its control connections, on which a background thread listens for heartbeats.
 *   <li>A {@link dev.mangrove.index.session.Session} is one thread's view of the pool: a link to
 *       each server it has needed so far. An address leads to its link by one look into a table.
 *   <li>A {@link dev.mangrove.index.session.Link} is a connection to one server: a channel for
 *       one-sided verbs, and calls.
 *   <li>A {@link dev.mangrove.index.session.Call} is a request that is sent again and again; up to
 *       64 calls of a link may wait for their answers at the same time.
 * </ul>
 *
 * <h2>How a client comes in</h2>
 *
 * It connects to the one URI it was given and asks for the members of the pool. Then it connects to
 * each of them by the best URI that leads there from this host: those of fabrics with direct access
 * first, then in the order in which the server names them. A URI may lead to another server than
 * the one that was meant (a name in shared memory means something else on another host), so the
 * HELLO must come back with the instance number that the list of members has. Heartbeats carry the
 * epoch of the list; a newer one makes the client ask again, so servers that join later become
 * known.
 *
 * <h2>What fails, and what applications see</h2>
 *
 * Code of this package throws {@link dev.mangrove.fabric.FabricException} where a connection fails
 * and {@link dev.mangrove.index.session.RequestRefusedException} where a server refuses. At the
 * border of the public API, {@link dev.mangrove.index.session.Failures} turns both into the family
 * of {@link dev.mangrove.MangroveException}. A change that a loss, a time limit or a fault of the
 * server interrupts becomes an {@link dev.mangrove.OutcomeUnknownException}; a loss that is noticed
 * before the change begins does not. {@link dev.mangrove.index.session.ViewGuard} refuses the
 * second of two threads in one view.
 *
 * <h2>How a client notices that a server is gone</h2>
 *
 * Any channel of the fabric fails when its peer dies, and whoever waits on it gets the exception. A
 * server whose control connection has failed is lost for good to all sessions that began before, as
 * the server then has freed what the client held, and may have given away their latches. A failed
 * link stays failed for its session; links to other servers go on. {@link
 * dev.mangrove.index.session.Rediscovery} looks for lost servers; one that answers with the same
 * instance number has only paused, and sessions that begin later use it again. One that has sent no
 * heartbeat for the silence limit is treated as lost by those who wait for an answer, until a
 * heartbeat comes.
 *
 * <p>Who works in a server's memory in place waits for nobody. A {@link
 * dev.mangrove.index.session.LossWatch} tells it: every failure of a link and every loss of a
 * server counts up one word of the session, which views compare before they acknowledge an
 * operation. The memory stays mapped until the session is closed, so an operation under way when
 * the server dies ends with the exception of that comparison, too.
 *
 * <h2>How a client stops to write to a dropped index</h2>
 *
 * A server keeps the memory of a dropped index until each client has acknowledged the drop or is
 * gone, so a pause between a thread's decision to write and its write may be of any length.
 *
 * <ol>
 *   <li>A thread that writes to pages or root slots by itself enters its session's {@link
 *       dev.mangrove.index.session.WriteSections}, then looks whether the server's count of drops
 *       has changed since it last asked, and if so asks whether its index is still there.
 *   <li>Heartbeats carry the count. The listener stores it, then waits until each thread that was
 *       inside has left once, and sends the count back as DROPS_SEEN.
 * </ol>
 *
 * Whatever the listener does not find inside enters later and then sees the new count.
 *
 * <h2>Threads</h2>
 *
 * A session, its links and its calls are used by one thread at a time. {@code close} may be called
 * from any thread; what is under way ends with an exception. No monitor is held while waiting.
 */
@NullMarked
package dev.mangrove.index.session;

import org.jspecify.annotations.NullMarked;
