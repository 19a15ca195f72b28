/**
 * Ordered indexes on shared memory under the hardest clients that there are: processes that are
 * killed (SIGKILL) and stand still (SIGSTOP) at any moment. Nothing here is simulated, so two runs
 * are never the same; the seed gives the same plan of kills, pauses and operations, not the same
 * run.
 *
 * <pre>
 * OrderedStress                     the parent: one run from start to report
 *   StressProcesses                 its servers, and the current client in each place
 *     ClientLife                    one client process, from its start to its end
 *   Havoc                           kills and pauses, drawn from the seed
 *   StressFinish                    the final check of the index, after all clients have ended
 *   Pieces, PieceCheck              all journals as histories, and what must hold of them
 *   StressReport
 *
 * StressClient                      a client process
 *   StressWorker                    each of its threads: mixed operations on StressKeys
 *     JournaledIndex, JournalWriter every operation is written down before and after
 * </pre>
 *
 * <h2>What is known of an operation</h2>
 *
 * <p>A thread writes an operation down in its journal, a mapped file, before it starts and again
 * when it has been answered. What a killed process has stored into a mapped file stays, so an
 * operation that had started is known, and an answer that was given is known; only an operation
 * without an answer may have happened or not. All times are {@link java.lang.System#nanoTime}, one
 * clock for all processes of a host; the parent makes sure of that with every client.
 *
 * <h2>What keeps the histories small</h2>
 *
 * <p>Clients work in beats: in each beat of 10 ms every thread does some operations at once, so
 * that all meet, and then rests. Kills and pauses are aimed at the start of beats. Every two
 * seconds is a round with keys of its own, and the history of a round's keys is checked by itself.
 */
@NullMarked
package dev.mangrove.check.stress;

import org.jspecify.annotations.NullMarked;
