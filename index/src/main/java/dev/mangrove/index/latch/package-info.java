/**
 * Latches: who may change a page.
 *
 * <h2>The protocol</h2>
 *
 * Latches lie apart from pages, in a table at the start of each server's memory, keyed by the
 * page's address; two pages may share one. A latch is a word: 0 when it is free, else the number of
 * the session that holds it and a count that makes every holding unique. Sessions draw their
 * numbers; a server refuses one that another client has there, and the session draws again.
 *
 * <p>Words may also be the last ones of their pages, or lie in a table in the memory of the network
 * card, where atomics need no bus ({@link dev.mangrove.index.latch.LatchPlace}). A card has little
 * memory: a table of words has fewer latches there, which more pages share. Where the fabric swaps
 * parts of a word, 16 bits make a latch and the card has as many as the main memory ({@link
 * dev.mangrove.index.latch.ChipLatches}). All clients of an index agree on one place, and what
 * follows holds for all.
 *
 * <ol>
 *   <li>Acquire: swap 0 for a word of one's own. Release: store 0, after all changes.
 *   <li>A thread holds one latch at a time. Who needs a second (a merge) only tries, and gives up
 *       the first if it fails, so nobody waits in a circle.
 *   <li>A waiter that sees the same word for 50 ms asks the page's server about the session, and
 *       again every 50 ms. The server says that it is gone when nothing of it can take effect any
 *       more ({@link dev.mangrove.fabric.Connection#isGone}) and all its messages have been served.
 *       After the lease, the server ends the connections it still has, wherever that keeps the
 *       session from changing memory; it cannot for a process that has the memory mapped, which is
 *       gone only when it has unmapped it or is dead.
 *   <li>Who knows that the holder is gone swaps the holder's word for its own: only one can. It
 *       then looks at what the dead has left, see the package of pages: a page is whole at any
 *       moment, and what was begun can be seen and finished.
 * </ol>
 *
 * Threads of one process may line up for a latch first ({@link
 * dev.mangrove.index.latch.LatchQueue}). Who is done and sees others in line keeps the latch's word
 * and lets the next one swap it for its own, which fails only if a third has found the first one
 * gone meanwhile; then the next one waits like everybody else.
 *
 * <p>A swap whose answer was lost with its connection leaves a latch that is taken over in the same
 * way. All latches of a table are changed by the fabric's atomics only, or only by the server's
 * CPU: each has one arbiter.
 *
 * <p>No wait is without a limit. Who waits for a latch of another session gives up after 30 s
 * ({@link dev.mangrove.index.latch.LatchWait}); who waits for a thread of its own server, or for a
 * server to end a change, asks whether it is alive and gives up, too ({@link
 * dev.mangrove.index.latch.WaitLimit}).
 */
@NullMarked
package dev.mangrove.index.latch;

import org.jspecify.annotations.NullMarked;
