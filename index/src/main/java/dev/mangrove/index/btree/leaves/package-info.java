/**
 * Operations that visit many leaves of one tree: scans, counts, lookups of many keys and batches of
 * changes. Each reads or changes one leaf at a time through {@link
 * dev.mangrove.index.btree.level.LeafLevel}, and fetches the leaves that come next meanwhile, where
 * cached inner pages name them.
 */
@NullMarked
package dev.mangrove.index.btree.leaves;

import org.jspecify.annotations.NullMarked;
