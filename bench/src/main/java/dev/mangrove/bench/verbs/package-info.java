/**
 * What verbs cost on this machine, beside the bare loop or socket that a user would write instead.
 *
 * <p>The server runs in a process of its own. Every comparison alternates between the two sides in
 * many short rounds of the same run and takes medians, so that a noisy machine favours neither.
 */
@NullMarked
package dev.mangrove.bench.verbs;

import org.jspecify.annotations.NullMarked;
