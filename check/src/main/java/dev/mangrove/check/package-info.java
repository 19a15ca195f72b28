/**
 * Seeded simulation: many short runs of a small cluster under faults, each checked against what was
 * promised. A seed names a run; the same seed is the same run on any machine.
 *
 * <p>{@code CheckRun} goes through the seeds, a {@code CheckTarget} does one. {@code FabricCheck}
 * checks the fabric itself: words by the history checker, locks by mutual exclusion and by what
 * they guard, order by what readers may see, messages by their numbers. {@code OrderedCheck} checks
 * ordered indexes: an {@code OrderedPlan} is drawn from the seed, an {@code OrderedTrial} carries
 * it out with {@code OrderedWorker}s, and an {@code OrderedJournal} knows what they did and what
 * must hold of it.
 */
@NullMarked
package dev.mangrove.check;

import org.jspecify.annotations.NullMarked;
