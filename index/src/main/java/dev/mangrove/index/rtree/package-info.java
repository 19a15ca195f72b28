/**
 * R-trees: the spatial indexes.
 *
 * <h2>The tree</h2>
 *
 * Pages of a level hold entries: a rectangle, and the pointer to a page of the level below that it
 * covers or, in leaves, the id of an object. The tree lives in one server's memory and is changed
 * by that server's threads only; anybody reads it, in place or by verbs, without a lock. The {@link
 * dev.mangrove.index.rtree.tree.Anchor} has the root and a sequence number, which is counted up
 * whenever entries can no longer be found where they were.
 *
 * <h2>Writers</h2>
 *
 * A writer goes down without latches, latches the page it comes to, changes it and goes up. Who
 * holds a latch waits only for latches of higher levels, and merely tries others. Any page of a
 * level may take any entry: where it goes is a matter of how fast searches are, not of whether they
 * are right. What must be right is the way up:
 *
 * <ul>
 *   <li><b>Cover.</b> A change is done when every entry above covers it. Entries grow under the
 *       latch of their page. They shrink, or are set, only while the page they lead to is latched
 *       as well, so nothing can be put in there meanwhile.
 *   <li><b>Split.</b> The right page is written; one change takes its entries out of the left one,
 *       lets {@code right} lead there and says SPLITTING; the parent is told, or a new root stored;
 *       then the sequence is counted up and noted in the left page, which is SPLITTING no more. The
 *       right page takes over the left one's sequence and right link.
 *   <li><b>Moving entries elsewhere</b> (R*'s reinsertion, Hilbert's sharing, what is left of a
 *       page that has few, an object that is moved): each is put in at its new place and covered;
 *       then the sequence is counted up; then it leaves its old page, which notes the number as
 *       {@code moved}.
 *   <li><b>The end of a page.</b> An empty page leaves its parent; then it is dead, and its memory
 *       is used again in another generation.
 *   <li><b>Hiding.</b> Whenever the entry of a page shrinks or is taken out, the page with that
 *       entry takes over the {@code moved} of the one it leads to, if that is larger: a search that
 *       has to learn of it may not come there any more.
 * </ul>
 *
 * <h2>When memory runs out</h2>
 *
 * An insertion that comes to a full leaf has the pages that it may need, one for each level, taken
 * from the server before it changes anything; {@link dev.mangrove.index.rtree.tree.PageReserve}
 * keeps them. If they cannot be had, the insertion, or the move of an object, has not happened, and
 * no latch stays taken. Deletions take no page but one that the tree always keeps. A bulk load that
 * fails frees its pages and takes its objects out of the directory again. A change that breaks off
 * in the middle for any other reason marks the tree as damaged: whoever waits for one of its
 * latches, and every later change, gets a {@link dev.mangrove.index.rtree.tree.TreeEndedException};
 * searches, which wait for no latch, go on.
 *
 * <h2>Searches</h2>
 *
 * A search reads sequence and root at one moment, and follows every entry that can lead to
 * something. With the sequence it knows, it does at each page:
 *
 * <ul>
 *   <li>SPLITTING, or a sequence above the one it knows: the page was split when the search had
 *       perhaps passed its parent already; it looks at the right page as well.
 *   <li>{@code moved} above the one it knows, or the page is dead: what left may have gone to where
 *       the search had decided not to look; it begins again, with a new sequence.
 *   <li>Ids that it has returned it does not return again.
 * </ul>
 *
 * An id can come again if the search began again, or went to a right page, which it may also come
 * to by the parent, or if an entry was at two places, or left one and came to another. The anchor
 * counts when entries begin to leave pages, splits aside, and when they have left. Who reads in
 * place and finds, when a search begins, that all have left, and when it has looked at a page, that
 * none has begun to since, need not look the ids up that the page has.
 *
 * <p>Who searches by window in place, again and again, remembers the pages above the parents of
 * leaves ({@link dev.mangrove.index.rtree.search.ParentCache}). The anchor counts each change of
 * such a page before it can be seen. A search that has read the sequence, and then finds the count
 * as it was when the pages were read, has them as they are now, and starts with the parents.
 * Numbers in these pages are not above the one it knows, and none of them is SPLITTING: then they
 * are not remembered.
 *
 * <h2>Why nothing is missed</h2>
 *
 * Take an object that is there throughout, and the last time the search begins, when it knows
 * sequence <i>k</i>. When the search reads the sequence, the object is in some leaf and covered up
 * to the root, because its insertion was done. By each page on that way the search comes by the
 * entry that leads on, unless that entry has left the page before the search reads it. If it left
 * by a split with a number above <i>k</i>, or one not finished, the search goes right and finds it
 * there. If it left by a split with a number up to <i>k</i>, the parent, and any new root, was told
 * before the search began, so the way led elsewhere. If it left for elsewhere with a number above
 * <i>k</i>, the search learns of it there, or further up where the way there was hidden, and begins
 * again, which it did not. With a number up to <i>k</i>, its new place was covered before the
 * search began, and that is the way to take. Reading pages in another order than that of their
 * changes does no harm, because every number is counted up after what it stands for can be found at
 * its new place, and noted together with the loss at the old one.
 *
 * <p>What is returned was in a page at a moment at which the search was running: pages are
 * validated, see the package of pages. A deletion takes the one entry out; an object that is being
 * moved has two for a while, which is why searches remember ids.
 */
@NullMarked
package dev.mangrove.index.rtree;

import org.jspecify.annotations.NullMarked;
