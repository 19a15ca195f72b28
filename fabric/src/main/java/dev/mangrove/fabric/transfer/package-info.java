/**
 * Rows of a transfer, and its plan: which fragments of memory travel together.
 *
 * <p>A {@link dev.mangrove.fabric.transfer.RowMask} says which bytes of each row a selection
 * transfers, a {@link dev.mangrove.fabric.transfer.ColumnSet} which columns of a table.
 *
 * <p>A selection is a list of fragments. One transfer per fragment pays the fixed cost of a
 * transfer for each; one transfer for all of them also moves the gaps between them. {@link
 * dev.mangrove.fabric.transfer.TransferPlan} covers the fragments by boxes so that the sum of their
 * costs is least, by the {@link dev.mangrove.fabric.transfer.CostCurve} of the fabric below.
 *
 * <p>This package knows addresses and lengths only, neither channels nor memory.
 */
@NullMarked
package dev.mangrove.fabric.transfer;

import org.jspecify.annotations.NullMarked;
