/**
 * Measures ordered indexes on this machine: servers and clients are processes of their own, the
 * clients do a mix of operations, and every answer is checked.
 *
 * <p>{@code OrderedBench} is the parent. It tells each {@code ClientProcess} in lines what to do
 * next (load, run, verify) and reads what came of it, a {@code Tally}. {@code Keys} says which keys
 * there are and what they must hold, so that a client can judge an answer by itself.
 */
@NullMarked
package dev.mangrove.bench.ordered;

import org.jspecify.annotations.NullMarked;
