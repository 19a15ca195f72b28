/**
 * Published experiments, run in virtual time on a profile of the published cluster, beside the
 * published figures.
 *
 * <p>{@link dev.mangrove.reproduce.Experiments} lists them. An experiment gives rows (a published
 * number, ours, their ratio) and claims (statements without a number). docs/SIMULATOR.md tells
 * which numbers of a profile were fitted to which rows and which rows were then predicted.
 */
@NullMarked
package dev.mangrove.reproduce;

import org.jspecify.annotations.NullMarked;
