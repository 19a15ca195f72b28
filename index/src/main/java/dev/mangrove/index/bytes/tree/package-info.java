/**
 * A tree of byte strings at the server that makes all changes of it (design coarse).
 *
 * <h2>The protocol</h2>
 *
 * A B-link tree as in {@link dev.mangrove.index.btree}, in pages of another format ({@link
 * dev.mangrove.index.page.bytes}): pages have bounds and right links, an inner page names a child
 * by its lower bound, and a split whose separator is not in the parent yet is reached by the right
 * link. Only threads of the server change the pages, so a lock for the whole tree takes the place
 * of latches: an operation on a key, a part of a scan, and a part of a count hold it once each.
 * Clients that have the memory mapped read pages without it, and replace pointers to values, see
 * {@link dev.mangrove.index.bytes.direct}. So a thread that holds the lock freezes an entry before
 * it changes or moves it, and one that reads a value loads its pointer again afterwards.
 *
 * <p>This is a second implementation of the tree beside {@code index.btree}, which has a format of
 * pages for byte strings as well ({@link dev.mangrove.index.page}). It shares with that one the
 * space of pages, pointers, generations and the meaning of bounds, but no traversal. Pages that
 * clients change themselves need changes that take effect by one store; here a split and a merge
 * rewrite pages under the lock, so a page can keep its order and its fingerprints.
 *
 * <h2>When memory runs out</h2>
 *
 * An operation allocates before it changes anything. A put allocates the extent of its value, then
 * what a split needs, then the extent of its key; where one of them fails it frees the others and
 * is refused. A split that succeeded before stays. If there is no memory to post its separator, the
 * next change of a key of the new page posts it.
 *
 * <h2>Who owns an extent</h2>
 *
 * A page owns the extents of its bounds, of its keys, and, in leaves, of its values. An extent has
 * one owner; splits and merges hand extents on, or replace them. Some are in the hands of clients
 * ({@link dev.mangrove.index.bytes.tree.HeldTables}). {@link
 * dev.mangrove.index.bytes.tree.TreeSurvey} compares owned and held extents with those that are
 * allocated.
 *
 * <h2>Expiry</h2>
 *
 * An entry may have an expiry, a time of the server's clock. From then on all operations take it
 * for absent: one that stores a value replaces it, and others leave it alone. The server's ticker
 * removes expired entries in bounded steps ({@link dev.mangrove.index.bytes.tree.BytesTree#sweep}):
 * it collects keys under the shared lock, then takes the lock for each of them and removes the
 * entry if it is expired still, as a client may have renewed it meanwhile. A tree without such
 * entries costs a tick one load.
 *
 * <h2>Loading</h2>
 *
 * {@link dev.mangrove.index.bytes.tree.TreeLoad} builds a tree in pages that no other thread knows
 * of. The server adopts it as a whole if its tree is empty at that moment; else, or when the
 * loading connection ends, it frees all its pages.
 */
@NullMarked
package dev.mangrove.index.bytes.tree;

import org.jspecify.annotations.NullMarked;
