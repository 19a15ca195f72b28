/**
 * Stress of ordered indexes on shared memory or over TCP by client processes that are killed
 * (SIGKILL) and paused (SIGSTOP) at any time. Over TCP a server keeps out a client that is paused
 * for longer than a lease while it holds a latch; on shared memory waiters wait for its end. The
 * processes are real, so two runs always differ; the seed determines the plan of kills, pauses and
 * operations, not the run.
 *
 * <pre>
 * OrderedStress                     the parent process: one run from start to report
 *   StressProcesses                 the servers and the current clients
 *     ClientLife                    one client process, from its start to its end
 *   ProcessFaults                   kills and pauses, drawn from the seed
 *   StressFinish                    the final check of the index, after all clients have ended
 *   Pieces, PieceCheck              all journals as histories, and their check
 *   StressReport
 *
 * StressClient                      a client process
 *   StressWorker                    each of its threads: mixed operations on StressKeys
 *     JournaledIndex, JournalWriter records every operation before and after
 * </pre>
 *
 * <h2>Journals</h2>
 *
 * <p>A thread records an operation in its journal, a mapped file, before the operation starts and
 * again after it is answered. Stores into a mapped file survive the death of the process. So the
 * check knows every operation that started and every answer; only an operation without an answer
 * may or may not have taken effect. All times are {@link java.lang.System#nanoTime}, one clock for
 * all processes of a host; the parent checks that with every client.
 *
 * <h2>Size of histories</h2>
 *
 * <p>Clients work in beats: in each beat of 10 ms all threads execute some operations at the same
 * time, so that they conflict, and then pause. Kills and pauses come at the start of beats. Every
 * two seconds a round with keys of its own begins, and each round's history is checked separately.
 */
@NullMarked
package dev.mangrove.check.stress;

import org.jspecify.annotations.NullMarked;
