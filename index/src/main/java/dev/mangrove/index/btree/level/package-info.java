/**
 * The pages of one B-link tree, level by level: descent from the root to a leaf, splits, merges,
 * range scans and the verifier of a whole tree. The head of {@link dev.mangrove.index.btree} states
 * the protocol that these classes follow.
 */
@NullMarked
package dev.mangrove.index.btree.level;

import org.jspecify.annotations.NullMarked;
