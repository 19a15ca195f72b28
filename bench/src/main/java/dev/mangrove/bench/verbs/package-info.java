/**
 * Measures verbs on this machine, and the plain loop or socket that a program would use without
 * them.
 *
 * <p>The server runs in a process of its own. Every comparison alternates between its two sides in
 * many short rounds of the same run and takes medians, so that a noisy machine favours neither.
 */
@NullMarked
package dev.mangrove.bench.verbs;

import org.jspecify.annotations.NullMarked;
