/**
 * The pages of one B-link tree, level by level: the way from the root to a leaf, splits, merges,
 * ranges and the walk that verifies a whole tree. The head of {@link dev.mangrove.index.btree}
 * states the protocol that all of these keep.
 */
@NullMarked
package dev.mangrove.index.btree.level;

import org.jspecify.annotations.NullMarked;
