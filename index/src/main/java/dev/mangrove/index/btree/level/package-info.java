/**
 * The pages of one B-link tree, level by level: descent from the root to a leaf, changes of a leaf,
 * splits and merges. The head of {@link dev.mangrove.index.btree} states the protocol that these
 * classes follow. Operations that visit many leaves are in {@link dev.mangrove.index.btree.leaves}.
 */
@NullMarked
package dev.mangrove.index.btree.level;

import org.jspecify.annotations.NullMarked;
