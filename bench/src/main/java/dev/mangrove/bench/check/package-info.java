/**
 * Seeded simulation: many short runs of a small cluster under faults, each checked against what was
 * promised. A seed names a run; the same seed is the same run on any machine.
 *
 * <p>{@link dev.mangrove.bench.check.CheckRun} goes through the seeds, a {@link
 * dev.mangrove.bench.check.CheckTarget} does one. {@link dev.mangrove.bench.check.FabricCheck}
 * checks the fabric itself: words by the history checker, locks by mutual exclusion and by what
 * they guard, order by what readers may see, messages by their numbers.
 */
@NullMarked
package dev.mangrove.bench.check;

import org.jspecify.annotations.NullMarked;
