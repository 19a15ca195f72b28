/**
 * Published experiments, run in virtual time on a profile of the published cluster, and compared
 * with the published figures.
 *
 * <p>{@link dev.mangrove.reproduce.Experiments} lists them. An experiment yields rows (a published
 * number, ours, their ratio), claims (a statement and a simulated ratio), and {@link
 * dev.mangrove.reproduce.Figures} with the axes of the paper's. Each row and claim has a {@link
 * dev.mangrove.reproduce.Bound}. {@link dev.mangrove.reproduce.KnownFailures} lists those that
 * fail. docs/SIMULATOR.md states which numbers of a profile were fitted to which rows, which rows
 * were predicted, and why some fail.
 */
@NullMarked
package dev.mangrove.reproduce;

import org.jspecify.annotations.NullMarked;
