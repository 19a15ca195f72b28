/**
 * B-link trees: the ordered indexes.
 *
 * <h2>The tree</h2>
 *
 * Pages of a level are chained from left to right; each says which keys it covers. A page of the
 * level above names its children by the smallest key each had when it was named. The first child of
 * a page covers the page's own smallest key. The root is an inner page, even if there is only one
 * leaf. Leaves are the business of {@link dev.mangrove.index.btree.level.LeafLevel}, the levels
 * above that of some {@link dev.mangrove.index.btree.level.UpperLevels}.
 *
 * <h2>What may be old, and why that is safe</h2>
 *
 * <ul>
 *   <li>A pointer, wherever it comes from (a parent, a neighbour, a cache, a hint), may lead to a
 *       page that has split, died or been given to another use. The page itself decides: its
 *       generation, its level and its bounds. A page that covers a key at a level is the only one.
 *   <li>A split that the parent has not been told of: the new page is reached by its left
 *       neighbour, and telling the parent is a step that may come late, twice, or be left to
 *       others: whoever changes a page that it came to by the left neighbour, and not because of an
 *       old copy, tells the parent. A put whose entry is in its leaf is done, also if there is no
 *       memory to tell.
 *   <li>A merge that the parent has not been told of: the dead page leads to the one that took its
 *       entries. When it has been used again, whoever comes by the old entry takes that out.
 * </ul>
 *
 * <h2>Changing the tree</h2>
 *
 * There are two loops over pages: {@link dev.mangrove.index.btree.level.Descent} goes down from the
 * root, {@link dev.mangrove.index.btree.level.LevelWalk} goes along a level to the page that covers
 * a key. Both are bounded.
 *
 * <p>A thread holds one latch at a time; a merge tries for a second and lets go if it fails. {@link
 * dev.mangrove.index.btree.level.Inserter} splits, {@link dev.mangrove.index.btree.level.Merger}
 * merges and finishes what the dead have left, {@link dev.mangrove.index.btree.keeper.Keeper} looks
 * after leaves in the background.
 *
 * <h2>Loading</h2>
 *
 * <ol>
 *   <li>{@link dev.mangrove.index.btree.partition.TreeLoader} writes a whole tree into pages that
 *       nobody knows. Until step 3 it can give them all back.
 *   <li>Leaves that deletes have emptied are merged, until the old tree has one leaf.
 *   <li>That leaf is locked. If it is empty, it dies, and its link leads to the root of the loaded
 *       tree. This word decides.
 *   <li>The root word is swapped, by the loader or by whoever comes to the dead leaf first. The
 *       pages of the old tree end, its root before all others.
 * </ol>
 *
 * A loader that dies before step 3 leaves an empty tree, after it a loaded one.
 */
@NullMarked
package dev.mangrove.index.btree;

import org.jspecify.annotations.NullMarked;
