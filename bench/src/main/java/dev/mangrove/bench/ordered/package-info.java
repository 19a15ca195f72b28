/**
 * Measures ordered indexes on this machine. Servers and clients are processes; each client executes
 * a mix of operations and checks every answer.
 *
 * <p>{@code OrderedBench} is the parent. It sends each {@code ClientProcess} commands as lines
 * (load, run, verify) and reads the results, such as a {@code Tally}. {@code Keys} defines the keys
 * and their values, so that a client can check an answer without asking another process.
 */
@NullMarked
package dev.mangrove.bench.ordered;

import org.jspecify.annotations.NullMarked;
