/**
 * Trees over several servers, as the servers use them: the design cell.
 *
 * <h2>Who changes which page</h2>
 *
 * In the design cell one tree lies at several servers. A meganode is the subtree below a page of a
 * fixed level, its root; all its pages are at one server, and that server alone changes them. The
 * levels above the meganodes are at the home server, the first of the index. Right links stay
 * within a level and may lead to another server.
 *
 * <ul>
 *   <li>A request names the root of a meganode, which the client has found in its copies of the
 *       levels above, and perhaps a leaf. The server ({@link
 *       dev.mangrove.index.btree.meganode.MeganodeTree}) searches its own pages from there. The
 *       home server starts at the tree's root instead.
 *   <li>A server never reads a page of another server: {@link dev.mangrove.index.access.LocalPages}
 *       throws, and the answer tells the client where the search goes on. Any page at or left of
 *       the key is a valid start, because searches go right.
 *   <li>A server never waits for another. When the root of a meganode splits, the right half is a
 *       new meganode at the same server. The server puts the separator into its answer, and the
 *       client takes it to the home server. If the client dies, the new meganode is reached by its
 *       left neighbour, and the next writer that goes right there gets the separator again.
 *   <li>Roots of meganodes never die. A page is merged only within its meganode, under the {@link
 *       dev.mangrove.index.btree.level.StructureGuard}, so that the first page of a meganode's
 *       level never dies either.
 *   <li>A new tree is one leaf at the home server. Before its first split a client spreads it:
 *       {@link dev.mangrove.index.btree.partition.TreeSpread} loads a tree with a meganode at each
 *       server, which has the entries of that leaf. The home server replaces the leaf by this tree
 *       if the leaf has exactly these entries; the store that ends the leaf decides, as for a load.
 *   <li>Ascending keys would all go to the last meganode's server. So a put that would split the
 *       last leaf makes the client begin an empty meganode at the next server that has memory, once
 *       the root of the last meganode is full. The last meganode's server then ends its own at that
 *       key ({@code TreeExtension}): it holds the latches of the last pages and gives each an upper
 *       bound and a right link, the leaf first. The client posts the separator. If it dies, the
 *       next change that passes there posts it or gets it to post.
 * </ul>
 */
@NullMarked
package dev.mangrove.index.btree.meganode;

import org.jspecify.annotations.NullMarked;
