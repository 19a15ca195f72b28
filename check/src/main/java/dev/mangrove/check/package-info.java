/**
 * Seeded simulation: many short runs of a small cluster under faults, each checked against the
 * product's promises. The same seed gives the same run on any machine.
 *
 * <p>{@code CheckRun} iterates over seeds; a {@code CheckTarget} runs one. {@code FabricCheck}
 * checks the fabric: words by the history checker, locks by mutual exclusion and by the records
 * that they guard, order by what readers may see, messages by their numbers. {@code OrderedCheck}
 * checks ordered indexes: it draws an {@code OrderedPlan} from the seed, an {@code OrderedTrial}
 * executes it with {@code OrderedWorker}s, and an {@code OrderedJournal} records and checks their
 * operations. {@code SwarmCheck} draws which of these a seed runs, and in which {@code Shape}.
 */
@NullMarked
package dev.mangrove.check;

import org.jspecify.annotations.NullMarked;
