/**
 * R-trees: the spatial indexes.
 *
 * <h2>The tree</h2>
 *
 * An entry of an inner page holds a rectangle and the pointer to a child page, whose entries the
 * rectangle covers. An entry of a leaf holds the rectangle and the id of an object. The tree lies
 * in one server's memory, and only threads of that server change it. Any client reads it, in place
 * or by verbs, without a latch. The {@link dev.mangrove.index.rtree.tree.Anchor} holds the root
 * pointer and a sequence number. The server increments the sequence whenever it moves entries from
 * one page to another.
 *
 * <h2>Writers</h2>
 *
 * A writer descends without latches, latches the page it reaches, changes it, and goes up. A thread
 * that holds a latch waits only for latches of higher levels; for others it only tries. Any page of
 * a level may hold any entry: the choice of page affects the speed of searches, not their results.
 * What a writer must keep correct is the path from the root to the entry:
 *
 * <ul>
 *   <li><b>Cover.</b> A change is complete once every entry above it covers it. A writer enlarges
 *       an entry under the latch of the entry's page. It shrinks or replaces an entry only while it
 *       also holds the latch of the child, so that no other writer can add to the child meanwhile.
 *   <li><b>Split.</b> The writer fills the right page. One change of the left page then removes the
 *       moved entries, sets {@code right} to the new page and marks the left page SPLITTING. The
 *       writer adds the right page's entry to the parent, or stores a new root. It then increments
 *       the sequence, stores the new number in the left page, and clears SPLITTING. The right page
 *       inherits the left page's previous sequence and right link.
 *   <li><b>Moving entries to another page</b> (R* reinsertion, sharing between Hilbert neighbours,
 *       dissolving a sparse page, moving an object). The writer inserts each entry at its new place
 *       and covers it. It then increments the sequence, and last removes the entry from its old
 *       page, which stores the number as {@code moved}.
 *   <li><b>End of a page.</b> The writer removes the entry of an empty page from the parent and
 *       then marks the page as dead. Its memory is reused with another generation.
 *   <li><b>Propagating {@code moved}.</b> Whenever a writer shrinks or removes the entry of a
 *       child, the page that holds the entry takes the child's {@code moved} if that is larger than
 *       its own: a search that needs this number may no longer reach the child.
 * </ul>
 *
 * <h2>When memory runs out</h2>
 *
 * An insertion that reaches a full leaf first takes all pages it may need from the server, one per
 * level; {@link dev.mangrove.index.rtree.tree.PageReserve} keeps them. If the server cannot grant
 * them, the insertion, or the move of an object, has no effect and leaves no latch taken. A
 * deletion takes no page, except one that the tree always reserves. A bulk load that fails frees
 * its pages and removes its objects from the directory. A change that breaks off half-way for any
 * other reason takes back its change of the current page and marks the tree as damaged: threads
 * that wait for one of its latches, and all later changes, get a {@link
 * dev.mangrove.index.rtree.tree.TreeEndedException}. Searches, which wait for no latch, go on: each
 * complete change of a page leaves every object where a search finds it.
 *
 * <h2>Searches</h2>
 *
 * A search reads sequence and root consistently, and then follows every entry that can lead to a
 * result. At each page it compares the page's numbers with the sequence <i>k</i> that it read:
 *
 * <ul>
 *   <li>SPLITTING, or a page sequence above <i>k</i>: the page may have split after the search read
 *       the parent. The search also visits the right page.
 *   <li>{@code moved} above <i>k</i>, or a dead page: entries may have moved to a part of the tree
 *       that the search has already skipped. The search starts again with a new sequence.
 *   <li>The search does not return an id twice.
 * </ul>
 *
 * An id can turn up again after a restart, after a visit of a right page that the parent names as
 * well, and when an entry is in two pages or moves from one to another. The anchor counts how often
 * writers have begun to move or delete entries, and how often they have finished (splits aside). A
 * search in place compares the two counts when it begins, and checks after each page that no such
 * change has begun since. As long as the counts agree and stay the same, it need not look the
 * page's ids up in its set of returned ids.
 *
 * <p>A view that searches by window in place may remember the entries of all inner pages down to
 * some level ({@link dev.mangrove.index.rtree.search.ParentCache}): to the parents of leaves, or to
 * the pages above them. For each of both levels, writers increment a count in the anchor before a
 * change of a page of that level, or above, becomes visible. A search that reads the sequence, and
 * then finds this count unchanged since the pages were remembered, knows that they are still
 * current and starts with the children that they name: with leaves, or with parents of leaves. The
 * numbers of the remembered pages are not above <i>k</i>. A page that is SPLITTING is never
 * remembered. A view rounds the rectangles that it remembers such that they only grow; a search may
 * then visit a page in vain.
 *
 * <h2>Why a search misses nothing</h2>
 *
 * Take an object that is in the tree during the whole search, and the last start of the search,
 * with sequence <i>k</i>. When the search reads <i>k</i>, the object is in some leaf and covered up
 * to the root, because its insertion is complete. At each page on that path, the search follows the
 * entry towards the object, unless a writer removed the entry before the search read the page:
 *
 * <ul>
 *   <li>by a split whose number is above <i>k</i>, or which is not finished: the search visits the
 *       right page and finds the entry there;
 *   <li>by a split whose number is at most <i>k</i>: the parent, or the new root, had the entry
 *       before the search started, so its path led to the right page;
 *   <li>by a move whose number is above <i>k</i>: the search sees the number in that page, or
 *       further up in a page that took it over, and starts again. This contradicts the assumption
 *       that it was the last start;
 *   <li>by a move whose number is at most <i>k</i>: the new place was covered before the search
 *       started, and its path led there.
 * </ul>
 *
 * The search may read pages in another order than that in which writers changed them: a writer
 * increments the sequence only after the entry can be found at its new place, and stores the number
 * together with the removal at the old one.
 *
 * <p>Every returned entry was in a page at some moment during the search, because pages are
 * validated, see {@link dev.mangrove.index.rtree.page}. A deletion removes an object's only entry.
 * An object that is being moved has two entries for a while; therefore searches remember ids.
 */
@NullMarked
package dev.mangrove.index.rtree;

import org.jspecify.annotations.NullMarked;
