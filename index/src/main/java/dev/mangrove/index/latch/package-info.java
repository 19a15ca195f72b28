/**
 * Latches: the right of one session to change a page.
 *
 * <h2>The protocol</h2>
 *
 * Latches lie apart from pages, in a table at the start of each server's memory, keyed by the
 * page's address; two pages may share a latch. A latch is a word: 0 if it is free, else the number
 * of the session that holds it and a count that makes each acquisition unique. A session draws its
 * number at random. A server refuses a number that another client uses there, and the session draws
 * again.
 *
 * <p>The word may also be the last word of its page, or lie in a table in the network card's
 * memory, where atomics need no bus transfer ({@link dev.mangrove.index.latch.LatchPlace}). A card
 * has little memory: a table of words has fewer latches there, and more pages share one. Where the
 * fabric can swap parts of a word, a latch takes 16 bits and the card holds as many latches as main
 * memory ({@link dev.mangrove.index.latch.ChipLatches}). All clients of an index use the same
 * place. The protocol is the same at each place:
 *
 * <ol>
 *   <li>Acquire: the session swaps 0 for a word of its own. Release: it stores 0, after all its
 *       changes.
 *   <li>A thread waits for a latch only while it holds none. A merge, which needs a second one,
 *       only tries for it, and releases the first if that fails; a batch of operations tries for
 *       several and goes on with those it gets. So no cycle of waiters can form.
 *   <li>A waiter that sees an unchanged word for 50 ms asks the page's server whether the holding
 *       session is gone, and asks again every 50 ms. The server answers yes once the session can
 *       change memory no more ({@link dev.mangrove.fabric.Connection#isGone}) and the server has
 *       served all its messages. When the holder's lease has ended (1 s), the server closes the
 *       session's connections, if that keeps the session from changing memory. It does not for a
 *       process that has the memory mapped: such a session is gone only when its process has
 *       unmapped the memory or is dead.
 *   <li>A waiter that knows that the holder is gone swaps the holder's word for its own; only one
 *       waiter succeeds. It then finishes or undoes what the dead session had begun: a page is
 *       consistent at any moment and shows unfinished work, see {@link dev.mangrove.index.page}.
 * </ol>
 *
 * Threads of one process may first queue for a latch ({@link dev.mangrove.index.latch.LatchQueue}).
 * A holder that finds a thread queued behind it keeps its word in the latch and hands the latch on:
 * the next thread swaps that word for its own. This swap fails only if another session has
 * meanwhile found the holder gone and taken the latch over; then the next thread waits like any
 * other waiter.
 *
 * <p>A swap whose answer was lost with its connection leaves a held latch, which a waiter takes
 * over in the same way. The latches of a table are changed either only by the fabric's atomics or
 * only by the server's CPU: each has one arbiter.
 *
 * <p>Each wait has a limit. A waiter for a latch of another session gives up after 30 s ({@link
 * dev.mangrove.index.latch.LatchWait}). A thread that waits for another thread of its own server,
 * or for a server to end a change, asks whether that thread or server is alive, and also gives up
 * after a limit ({@link dev.mangrove.index.latch.WaitLimit}).
 */
@NullMarked
package dev.mangrove.index.latch;

import org.jspecify.annotations.NullMarked;
