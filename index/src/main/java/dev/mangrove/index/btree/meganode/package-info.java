/**
 * Trees over several servers, as the servers use them: the design cell.
 *
 * <h2>Who changes which page</h2>
 *
 * One tree lies at several servers. A meganode is the subtree below a page of a fixed level, its
 * root; its pages are at one server, except while it moves. The levels above the meganodes are at
 * the home server, the first of the index. Right links stay within a level and may lead to another
 * server. Each page is changed by the processor of its own server only.
 *
 * <ul>
 *   <li>A request names the root of a meganode, which the client has found in its copies of the
 *       levels above, and perhaps a leaf. The server ({@link
 *       dev.mangrove.index.btree.meganode.MeganodeTree}) searches its own pages from there. The
 *       home server starts at the tree's root instead if the page is not its own.
 *   <li>A server never reads a page of another server: {@link dev.mangrove.index.access.LocalPages}
 *       throws, and the answer tells the client where the search goes on. Any page at or left of
 *       the key is a valid start, because searches go right.
 *   <li>Where the home server sends a client to the root of a meganode, it also tells for which
 *       keys, as the page above has it. A client without copies of that page keeps this as a path
 *       and starts there next time. The server that is asked checks the page, as for any start; a
 *       client that is sent on, or told that the page is gone, drops the path and starts at the
 *       home server. Only a start that the home server has named can show that an entry of the tree
 *       is stale.
 *   <li>A page is merged only with a page of the same server and while its parent is there as well,
 *       under the {@link dev.mangrove.index.btree.level.StructureGuard}. So the first child of a
 *       page never dies by a merge, nor does the root of a meganode, except in a tree that is empty
 *       and wholly at the home server.
 * </ul>
 *
 * <p>The guard excludes merges, splits of inner pages and moves from each other at one server.
 * Without it, a thread that has found that a page is not the first child of its parent can be
 * overtaken, before it merges the page away, by a split that makes the page the first child of a
 * new meganode, and by a move of that meganode's root. The merge then ends the page and does not
 * find the parent to remove the entry from: the page is never freed. The page that took its entries
 * is now the one that searches of the new meganode come to first, so a mover takes it along and
 * frees it, and the dead page leads to a page that is gone.
 *
 * <h2>How separators travel</h2>
 *
 * A server never waits for another. Where the parent of a page that splits is at another server,
 * the answer has the separator ({@link dev.mangrove.index.btree.meganode.UnpostedSeparators}) and
 * the page where the search for the parent left the server, and the client takes it there, or from
 * the root down. If the client dies, the new page is reached by its left neighbour, and a later
 * writer that goes right there gets the separator again.
 *
 * <p>A separator may be late: the page has moved and its memory has been freed before it is posted.
 * So a server posts no separator of another server's page in the place of an entry that is there.
 * If there is none, the stale entry stays until a search comes to it: the page's server answers
 * that the page is gone, and the client has the entry removed. The home server does so, too, where
 * it would send the client back to the server of that entry. No page comes back in an old
 * generation, so this is right at any time.
 *
 * <p>A split can make a stale entry the first of its page, and then it cannot be removed. The page
 * that covers its key now lies further left, perhaps at another server. So the client finds it:
 *
 * <ol>
 *   <li>The server of the entry answers with the level and the smallest key of the entry's page. If
 *       it comes to the entry itself, because the freed page was its own, it ends the request as if
 *       the page were at another server, and the client asks for the page.
 *   <li>The client searches for the key before that one, from the root: this does not lead to the
 *       entry. It goes right to the page that covers the key. If it comes to another stale entry,
 *       it has that repaired first, which is further left or at a higher level.
 *   <li>The client has the entry lead to that page, if it still names the one that is gone.
 * </ol>
 *
 * An entry may name any page of the level below that begins at or left of its key, because searches
 * go right, and a page never begins elsewhere. So the last step may come late or twice. The page
 * that it names can die or move, as others do: the entry is then stale again, and repaired again. A
 * page that begins left of a meganode belongs to the one before, and does not move with it. A
 * request that started at the meganode's root and comes to such a page does not find what is above
 * it: it merges the page with none, and leaves its separators to the client.
 *
 * <h2>How a tree gets its meganodes</h2>
 *
 * <ul>
 *   <li>A new tree is one leaf at the home server. Before its first split a client spreads it:
 *       {@link dev.mangrove.index.btree.partition.TreeSpread} loads a tree with a meganode at each
 *       server, which has the entries of that leaf. The home server replaces the leaf by this tree
 *       if the leaf has exactly these entries; the store that ends the leaf decides, as for a load.
 *   <li>When the root of a meganode splits, the right half is a new meganode at the same server. A
 *       client's keeper ({@link dev.mangrove.index.btree.keeper.MeganodeKeeper}) finds it and moves
 *       it to the server with the fewest meganodes, if that has at least two less; see below. The
 *       insert that made the root split waits for none of this.
 *   <li>A load replaces a tree that deletes have emptied. One store must decide that, and it can
 *       only end one leaf. So the loader ({@code MeganodeLoader}) moves the empty meganodes to the
 *       home server, as below. The home server merges their pages until one leaf is left, roots of
 *       meganodes too, and ends it with a link to the loaded tree's root. It holds the guard
 *       meanwhile, so that no page leaves it before the root word is swapped. If it comes to a page
 *       of another server, or to an entry, nothing is replaced; the loader moves what is elsewhere
 *       and tries again, as long as the tree is empty.
 *   <li>Ascending keys would all go to the last meganode's server. So a put that would split the
 *       last leaf makes the client begin an empty meganode at the next server that has memory, once
 *       the root of the last meganode is full. The last meganode's server then ends its own at that
 *       key ({@code TreeExtension}): it holds the latches of the last pages and gives each an upper
 *       bound and a right link, the leaf first. The client posts the separator. If it dies, the
 *       next change that passes there posts it or gets it to post.
 * </ul>
 *
 * <h2>How a meganode moves</h2>
 *
 * A client, the mover ({@link dev.mangrove.index.btree.partition.MeganodeMover}), moves a meganode
 * page by page to another server, the root first and then level by level. No client waits
 * meanwhile: a page is at the old server or at the new one, and searches go from one to the other.
 * For each page:
 *
 * <ol>
 *   <li><i>Place.</i> The mover reads the page. The receiver writes a copy that no pointer leads
 *       to, and notes the move: copy, old page, level, smallest key.
 *   <li><i>Forward.</i> The sender locks the page and compares it with what the mover has read:
 *       stamp and entries. If they are equal it marks the page as dead, with a link to the copy.
 *       This store decides that the page has moved. If the page has changed, the receiver frees the
 *       copy and the mover begins again.
 *   <li><i>Repoint.</i> The server of the parent puts the copy into the entry that names the old
 *       page, or posts the separator if there is none.
 *   <li><i>Relink.</i> The server of the left neighbour puts the copy into its right link.
 *   <li><i>Complete.</i> Nothing in the tree leads to the old page any more. The receiver notes
 *       that, then the sender frees the page, then the receiver forgets the move.
 * </ol>
 *
 * Why this is sound:
 *
 * <ul>
 *   <li>No change is lost: after the store of step 2 the page never changes, and until then the
 *       copy is unknown. A reader that has read the page before that store has read what was
 *       current then. One that comes later sees a dead page and follows its link, by verbs and in
 *       place as well as at the server; a server sends its client to the other one.
 *   <li>Splits: a page that splits after step 1 has another stamp. The right half stays at the old
 *       server, where the mover comes to it next. A page that splits after step 2 does so at the
 *       receiver. A parent that is being moved and gets an entry meanwhile is not as it was copied.
 *   <li>Merges: the sender makes step 2 under the guard, so a merge and the removal of its entry
 *       are not divided by a move of the parent. A dead page is merged with none; so a copy is
 *       merged into its left neighbour only after step 4, when nothing leads to the old page.
 *   <li>Relinking counts as a split of the left neighbour, though its upper bound stays. So readers
 *       in place and by verbs see another stamp, and a copy of that page that another mover has
 *       made is not as it was copied.
 *   <li>A page moves on only when the move by which it came is complete: the sender refuses step 2
 *       until then. So a dead page leads to a live one, and steps 3 and 4 may be repeated by
 *       anyone, late or twice: they replace a pointer to the old page and nothing else.
 *   <li>Copies and hints of clients that name the old page lead to the dead page, and after step 5
 *       to another generation, as after a merge.
 * </ul>
 *
 * A mover may die after any step. Any client settles its moves, as the receivers have noted them:
 * it asks the sender whether the old page leads to the copy. If so, it makes steps 3 to 5. If not,
 * the sender gives the page another stamp, so that step 2 of a mover that was only slow fails, and
 * the receiver frees the copy. An old page that is gone does not lead to the copy: it is freed only
 * after the receiver has noted that the move is complete. A server that dies takes its pages with
 * it, as without a move; those of a meganode that was moving may be at two servers. If the sender
 * is lost, a move that is not complete stays as it is, and so does its copy: a lost server may come
 * back with its memory, and only it knows whether its page leads to the copy.
 *
 * <h2>Keys that are byte strings</h2>
 *
 * All of this holds for byte strings, with these differences; the package {@code
 * index.bytes.spread} says how their values, long keys and expiries are kept.
 *
 * <ul>
 *   <li>The word of a key in a message says where the key's bytes are behind the words ({@link
 *       dev.mangrove.index.page.strings.KeyPassage}). The words of a batch, of a range and of
 *       ascending keys ({@code TreeExtension}) know 64-bit keys only: clients read ranges by READs,
 *       and change the keys of a batch one by one.
 *   <li>A new tree is one meganode at the home server, and no client spreads it: where the second
 *       meganode would begin is not known before there are keys. A keeper fills the other servers
 *       as meganodes split. It takes a server without meganodes for one that has none yet if the
 *       server says that it has never ended a page that moved away; else the server was emptied,
 *       and stays empty.
 *   <li>A server that lacks memory for a long key refuses the change. A split then gives its new
 *       page back, and leaves are not merged.
 *   <li>The server's part in expiry is {@link dev.mangrove.index.btree.meganode.StringEntries}.
 * </ul>
 */
@NullMarked
package dev.mangrove.index.btree.meganode;

import org.jspecify.annotations.NullMarked;
