/**
 * B-link trees: the ordered indexes.
 *
 * <h2>The tree</h2>
 *
 * Right links chain the pages of a level from left to right; each page holds the bounds of the keys
 * that it covers. An inner page names each child by a separator: the child's smallest key at the
 * time when the entry was written. The first child of a page covers the page's own smallest key.
 * The root is an inner page, even over a single leaf. {@link
 * dev.mangrove.index.btree.level.LeafLevel} changes and reads leaves, an implementation of {@link
 * dev.mangrove.index.btree.level.UpperLevels} the levels above.
 *
 * <h2>What may be stale, and why that is safe</h2>
 *
 * <ul>
 *   <li>Pointers. A pointer from a parent, a right link, a cache or a hint may lead to a page that
 *       has split, died or been reused. The reader checks the page itself: generation, level and
 *       bounds. At each level exactly one page covers a key.
 *   <li>A split whose separator is not in the parent yet. A search reaches the new page by the
 *       right link of its left neighbour. Adding the separator may come late, come twice, or be
 *       done by another thread: a writer that reached a page by a right link, and not because its
 *       own copy of the parent was old, adds the separator. A put has succeeded once its entry is
 *       in the leaf, even if there is no memory left to add the separator.
 *   <li>A merge whose separator is still in the parent. The dead page links to the page that took
 *       its entries. Once the dead page has been reused, a thread that reaches it by the old entry
 *       removes that entry.
 * </ul>
 *
 * <h2>Changing the tree</h2>
 *
 * Two loops step from page to page: {@link dev.mangrove.index.btree.level.Descent} goes down from
 * the root, {@link dev.mangrove.index.btree.level.LevelWalk} goes along a level to the page that
 * covers a key. Both are bounded.
 *
 * <p>A thread waits for a latch only while it holds none. A merge tries for a second, and releases
 * the first if that fails; {@link dev.mangrove.index.btree.leaves.LeafBatch} tries for several and
 * executes one by one what needs a latch that it did not get. {@link
 * dev.mangrove.index.btree.level.Inserter} splits pages. {@link
 * dev.mangrove.index.btree.level.Merger} merges pages and finishes splits and merges that dead
 * sessions have begun. {@link dev.mangrove.index.btree.keeper.Keeper} maintains trees in the
 * background.
 *
 * <h2>Reading a tree that only its server changes</h2>
 *
 * In design coarse the server's processor makes all changes, on request, by the same stores as any
 * other writer. So a client may read the pages itself: in place, or by verbs, where a copy is
 * validated as any other (see {@link dev.mangrove.index.page}). The answer to a change is sent
 * after its last store is visible, so a READ that starts later returns it. Such a client latches
 * nothing and corrects nothing: {@link dev.mangrove.index.btree.level.HintedRoot} asks the server
 * for the current root if the known one does not cover a key, and the server removes a stale entry
 * when the client asks it to look up the key. {@link dev.mangrove.index.btree.partition.ReadGuide}
 * chooses between READs and a message.
 *
 * <h2>Meganodes</h2>
 *
 * In the design cell one tree lies at several servers, each of which changes its own pages. {@link
 * dev.mangrove.index.btree.meganode} has the protocol. A client that has too few copies of the
 * levels above the meganodes keeps paths, {@link dev.mangrove.index.btree.cache.PathCache}.
 *
 * <h2>Loading</h2>
 *
 * <ol>
 *   <li>{@link dev.mangrove.index.btree.partition.TreeLoader} writes a whole tree into pages that
 *       no other session knows of, many of them in one round trip. When the last of them is visible
 *       it goes on. Until step 3 it can free them all.
 *   <li>The loader merges leaves that deletes have emptied, until the old tree has one leaf.
 *   <li>The loader locks that leaf. If it is empty, the loader marks it as dead, with a link to the
 *       root of the loaded tree. This store decides that the load has happened.
 *   <li>The loader, or the first session that reaches the dead leaf, swaps the root word. That
 *       session then ends and frees the pages of the old tree, its root first.
 * </ol>
 *
 * A loader that dies before step 3 leaves an empty tree, after it a loaded one. The leaves of a
 * tree of meganodes are at several servers: the loader moves them to one before step 2, see {@link
 * dev.mangrove.index.btree.meganode}.
 */
@NullMarked
package dev.mangrove.index.btree;

import org.jspecify.annotations.NullMarked;
