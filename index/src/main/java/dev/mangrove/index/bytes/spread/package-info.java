/**
 * Indexes of byte strings whose pages are spread over all servers, and which clients read by verbs,
 * without a server's processor. In designs sherman and, with fewer techniques, fine, clients change
 * them by verbs, too. In design cell each page's server changes it on request.
 *
 * <h2>The tree</h2>
 *
 * Pages, latches, splits and merges are those of {@link dev.mangrove.index.btree}, in the page
 * format of {@link dev.mangrove.index.btree.strings}. A value of up to 8 bytes is in its line. A
 * longer one, and a key that is too long for its line, is in an extent ({@link
 * dev.mangrove.index.bytes.spread.SpreadExtent}) at any server.
 *
 * <h2>Reading and writing extents</h2>
 *
 * <ul>
 *   <li>A put writes its value into an extent that no page names, in the batch that locks the leaf,
 *       and stores the pointer by the batch that unlocks it. So it takes two round trips, and an
 *       extent that a page names is whole. A long key is written before the page is changed.
 *   <li>A get reads the leaf, then the extent. The extent starts with its pointer, which has a
 *       generation, and has a checksum. If both fit, it is the value that the leaf had when it was
 *       read; that is when the get takes effect. If not, the value was replaced meanwhile, and the
 *       get starts again.
 *   <li>A change that expects a long value reads it, and then expects its pointer. No two extents
 *       have the same pointer, so as long as the leaf has it, the value is the one that was read.
 * </ul>
 *
 * <h2>Expiry</h2>
 *
 * A value that expires is in an extent whatever its length, behind its expiry ({@link
 * dev.mangrove.index.bytes.spread.ExpiringContent}): a time of the clock of the extent's server.
 * That clock is a word in the server's memory, which the server alone advances and which never goes
 * back; all clients judge the entry by this one word. The line of the leaf says that the value
 * expires; no clock is read for one that does not.
 *
 * <ul>
 *   <li>A reader reads the clock <i>after</i> the leaf, in the batch that reads the extent; an
 *       extent never changes while a leaf names it, so the order within this batch does not matter.
 *       If the clock is before the expiry, the entry was alive when the leaf was read, which was
 *       earlier: that is when the read takes effect.
 *   <li>If it is not, the reader removes the entry: under the leaf's latch it compares the pointer
 *       only, because no two extents have the same one, so a renewed entry has another, and one
 *       that has expired stays expired. If the entry was still there, the read takes effect when it
 *       is removed; else the reader starts again.
 *   <li>A writer that finds an entry with an expiry in the leaf that it has locked reads expiry and
 *       clock then, which is one more round trip. The entry stays until the writer changes it, so
 *       the reading decides. To a change, an expired entry is absent: one that stores a value
 *       replaces it in its slot, others leave it alone.
 *   <li>A keeper scans the index for expired entries ({@link
 *       dev.mangrove.index.bytes.spread.ExpirySweep}) and removes them in the same way.
 *   <li>The expiry of a new entry is the time to live added to what the writer takes for the
 *       clock's time: its last reading, and the time since by its own clock. An error there makes
 *       an entry live longer or shorter; it does not make two clients judge the same entry
 *       differently.
 * </ul>
 *
 * So a key becomes absent by a store under its leaf's latch, whether a client deletes it or its
 * time is over. A reader that only looked at the clock could take a key for absent while a writer,
 * which has judged the entry alive under the latch, is about to replace it; that writer would still
 * report that the key was present. The price is that the first reader of an expired entry waits for
 * the latch, as a writer does.
 *
 * <p>A view says to all servers that entries will expire, before its first one. Then their clocks
 * tick, and keepers sweep the index. An index without such entries has neither.
 *
 * <h2>Many at the same time</h2>
 *
 * <ul>
 *   <li>A bulk load writes all extents and all pages of a new tree, to which no pointer leads yet,
 *       and waits until they are visible. Then it replaces the empty tree by the new one, as {@link
 *       dev.mangrove.index.btree} says. Its extents stay granted to it until then, so it can give
 *       them back, and a search finds them if it dies. It makes sure that no connection has ended
 *       meanwhile, because the search would then free them.
 *   <li>Several changes write their values first, wait until these are visible, and then lock,
 *       change and unlock several leaves at a time ({@link
 *       dev.mangrove.index.btree.leaves.LeafBatch}).
 * </ul>
 *
 * <h2>Sparse leaves</h2>
 *
 * A client that deletes an entry merges its leaf with a neighbour when the leaf becomes sparse or
 * empty, if both latches are free and the entries fit into one leaf at that moment. What is left, a
 * keeper merges ({@link dev.mangrove.index.bytes.spread.SparseLeaves}): it goes along the leaves,
 * some in each round, and merges a sparse leaf into the one on its left. Both use the same merge
 * ({@link dev.mangrove.index.btree.level.Merger}), which any number of clients may make at the same
 * time, and which the next client that changes the page finishes or undoes if its client dies. So
 * the keeper's lease saves work; correctness does not depend on it.
 *
 * <ul>
 *   <li>The left leaf keeps its prefix. The merging client stores a moved key that does not start
 *       with this prefix from its first byte on. If the key does not fit its line then, the client
 *       writes it into an extent first, as it does with every long key that moves. A prefix has at
 *       most 37 bytes, so this happens to keys of 38 to 74 bytes, and an extent for one takes two
 *       lines. A keeper moves at most a third of a leaf's entries, whose extents take two thirds of
 *       a leaf at most: each merge frees memory. A get of such a key takes one more round trip by
 *       verbs, until a split writes its entry into a new page.
 *   <li>The pointers to long values move as they are. A search for lost extents that has read the
 *       left leaf before the merge goes on at the key where that leaf ended, and so reads it again.
 *   <li>A server that has no memory for an extent refuses the merge, and the client does without
 *       it. The next client that changes one of the two leaves undoes what was begun.
 * </ul>
 *
 * <h2>Who owns an extent</h2>
 *
 * Servers allocate extents, and know of each whether it is <i>granted</i> to a client or
 * <i>published</i>.
 *
 * <ol>
 *   <li>A client asks for several extents of a size at once. They are granted to it.
 *   <li>When it asks for more of that size, it names those that no change of its has stored yet.
 *       The server takes the others for published: they are in the tree, or have been.
 *   <li>An extent that leaves the tree never comes back. The client that has replaced it gives it
 *       back by a later message, once its change is visible, several at once. Its memory is granted
 *       again with another generation.
 *   <li>An extent can be freed once: a server ignores a pointer that it has not allocated, or whose
 *       generation is another.
 * </ol>
 *
 * <h2>Extents that are lost</h2>
 *
 * A client that dies may have extents that are granted to it, and others that it has replaced and
 * not given back. Clients say that they join before their first change, and leave in the end; of
 * one whose connection ends without that, and of whose stores none can take effect any more, the
 * server knows that it has died. Then a keeper looks for what is lost ({@link
 * dev.mangrove.index.bytes.spread.ExtentSearch}):
 *
 * <ol>
 *   <li>Each server marks the extents that are published or granted to dead clients. From now on
 *       none of them can come into the tree.
 *   <li>The keeper reads all pages, and names the extents that it finds; these lose their mark. One
 *       that is in the tree throughout is found, see {@link
 *       dev.mangrove.index.btree.strings.StringTree#extents}.
 *   <li>Each server frees those that are still marked. A client that lives may give one of them
 *       back later, because it has replaced it before; the server ignores that.
 * </ol>
 *
 * If the keeper dies, another one begins again; a search that another one has overtaken frees
 * nothing. A change whose outcome its client does not know, because a connection broke, may still
 * be carried out: its extents stay granted until the client is gone.
 *
 * <h2>Design cell</h2>
 *
 * Clients read pages and extents as above. A change of a page is a request to the page's server, as
 * {@link dev.mangrove.index.btree.meganode} says; what is above about latches and merges is then
 * what the server does.
 *
 * <ul>
 *   <li>The client writes a long value into an extent that is granted to it, waits until this is
 *       visible, and then sends its pointer with the change. So an extent that a page names is
 *       whole. The answer has the pointer that the change has replaced, and the client gives that
 *       extent back.
 *   <li>A server reads neither values nor clocks, as both may be at other servers. Where a change
 *       meets an entry that expires, the server changes nothing and answers with its pointer. The
 *       client reads expiry and clock, and asks again with pointer and verdict. The server uses the
 *       verdict if the entry still has this pointer, under the page's latch; else it answers with
 *       the new one.
 *   <li>So a verdict may be late: an entry may expire before a change arrives whose client has
 *       judged it alive. The entry counts as alive then, and no other client may have found the key
 *       absent: none reports that while the entry stays. A client that judges it expired replaces
 *       it or, for a change that stores nothing then, removes it first.
 *   <li>A long key lies in an extent at its page's server, which takes the extent when it stores
 *       the key and frees it when the entry leaves the page. So a server compares keys without
 *       asking another server. Where a page moves, the receiver takes extents for the copy's long
 *       keys; they are its own until the move is complete, so a search for lost extents, which may
 *       read the old page, does not free them.
 *   <li>The extents that a request takes for long keys are the server's until the request ends. If
 *       the request fails before it has changed a page, the server frees them. If a page may have
 *       been changed, they count as lost, and a search finds those that no page names.
 * </ul>
 */
@NullMarked
package dev.mangrove.index.bytes.spread;

import org.jspecify.annotations.NullMarked;
