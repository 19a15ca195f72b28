/**
 * Published experiments, run in virtual time on a profile of the published cluster, beside the
 * published figures.
 *
 * <p>{@link dev.mangrove.reproduce.Experiments} lists them. An experiment gives rows (a published
 * number, ours, their ratio) and claims (statements in words), each held to a {@link
 * dev.mangrove.reproduce.Bound}, and {@link dev.mangrove.reproduce.Figures} of the shape that the
 * paper's have. {@link dev.mangrove.reproduce.KnownFailures} lists what is not reproduced.
 * docs/SIMULATOR.md tells which numbers of a profile were fitted to which rows, which rows were
 * then predicted, and why some fail.
 */
@NullMarked
package dev.mangrove.reproduce;

import org.jspecify.annotations.NullMarked;
