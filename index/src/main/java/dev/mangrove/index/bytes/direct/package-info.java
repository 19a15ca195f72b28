/**
 * Reads of a tree of byte strings in place, by clients that have its server's memory mapped, and
 * changes that replace the value of a key. The server makes all other changes ({@link
 * dev.mangrove.index.bytes.tree}); no reader announces itself, and no client takes a latch.
 *
 * <h2>How pages are read</h2>
 *
 * The server, under the tree's lock, changes one page at a time:
 *
 * <ol>
 *   <li>it makes the version in the page's first word odd; a store fence;
 *   <li>it stores the change;
 *   <li>it makes the version even, by a release store.
 * </ol>
 *
 * A page that it frees gets the stamp of the next generation, dead, before anything else is stored
 * there; it becomes readable by the release store that ends its first change. An extent is written
 * before the change that publishes its pointer, and goes back to the allocator after the change by
 * which the last page has lost that pointer. A root is published in the tree's {@link
 * dev.mangrove.index.page.bytes.BytesAnchor} by one store.
 *
 * <p>A reader takes each page as a unit ({@link dev.mangrove.index.page.bytes.BytesPageView}):
 *
 * <ol>
 *   <li>it loads the first word, with acquire order, and goes back to the root if the generation is
 *       not that of the pointer, or if the page is dead or odd;
 *   <li>it searches the page, or copies entries out of it. A key in an extent is a part of the
 *       page;
 *   <li>after an acquire fence it loads the first word again. If that is unchanged, everything that
 *       it read was in the page at one moment; else it goes back to the root;
 *   <li>clients replace the extents of values meanwhile. So after it has copied one, the reader
 *       loads the entry's pointer again. A pointer is unique through its generation: if it is
 *       unchanged, the copy was the value of the key. A null pointer is that of an entry that the
 *       server is changing; the reader goes back to the root. This may come long after the page was
 *       validated: the server takes a pointer out of its line before it changes or moves the entry.
 * </ol>
 *
 * A reader of many keys ({@link dev.mangrove.index.bytes.direct.DirectGets}) does each of these
 * steps for all keys before the next: it loads the first words of all leaves, and after an acquire
 * fence searches all leaves; it copies the extents of all values; after another fence it loads each
 * leaf's first word and each entry's pointer again. Two fences do for all keys, and in between the
 * processor waits for many lines at once. The reader looks up a key on its own whose leaf or
 * pointer has changed.
 *
 * <p>So a descent is a sequence of pages, each as it was at some moment. That is enough: a page's
 * lower bound never changes within a generation, so a pointer from a parent or a right link leads
 * to a page that begins at or before the key, or to another generation. A key at or above the upper
 * bound is found by right links. The leaf that covers the key was the leaf of that key at the
 * moment for which it is valid, and that moment is within the operation.
 *
 * <p>Line stamps, by which pages of 64-bit keys are read, would spare readers the second look at
 * the first word. They need changes that take effect by one store each, so a page could keep
 * neither its order nor fingerprints.
 *
 * <h2>Copies of inner pages</h2>
 *
 * A get would spend half of its time in inner pages. So a reader keeps copies of those that it has
 * descended through ({@link dev.mangrove.index.bytes.direct.InnerCopies}), and begins at the page
 * that they name for a key, mostly its leaf. The server does not tell it when such a page changes,
 * and a search in a copy may err: it takes a separator that ends with zeros for the key without
 * them. What copies say therefore proves nothing, and the page that they name has to prove itself.
 * Within one valid state, that in which the key is searched, it has
 *
 * <ol>
 *   <li>the generation of the pointer, and the level that was expected;
 *   <li>a lower bound that is not above the key, and an upper bound above it.
 * </ol>
 *
 * <p>A leaf proves itself without its upper bound if the reader finds the key in it. The line has
 * only what is behind the leaf's prefix, so the reader compares the prefix as well, with the first
 * bytes of the lower bound. In a valid state all entries of a leaf are within its bounds. Gets of
 * many keys use this: it spares them a line for each key. They compare both bounds where the key is
 * absent, or seems to be.
 *
 * <p>This is enough. A page that lives, and whose pointer was published, is a page of the tree
 * until it is freed, and pages of one level do not overlap, with one exception: while the server
 * merges two, under the tree's lock, the left one has got the entries of the right one before that
 * is freed. Both then tell the same, or send the reader back. In the descent from the root the
 * lower bound needs no look: it is the separator of a page that is as old as the operation. A copy
 * may be so old that the generations of the page have wrapped around since.
 *
 * <p>A reader whose page does not prove itself descends from the root in place, and copies the
 * pages on its way again whose versions have changed. It does so after a split or a merge of the
 * leaf. The root's pointer is read at each operation: another root, or none, makes the copies void.
 *
 * <h2>How a value is replaced</h2>
 *
 * Most puts replace the value of a key that is there. Where both values lie in extents and neither
 * expires, a client does so by one compare-and-set of the entry's pointer ({@link
 * dev.mangrove.index.bytes.direct.DirectPuts}):
 *
 * <ol>
 *   <li>it finds the line of the key and the pointer P in it, and validates the page;
 *   <li>it writes the value into an extent N that it holds, with the next generation;
 *   <li>it notes in its table that N is offered for P in that line, and settles for P (below);
 *   <li>it replaces P by N in the line, by compare-and-set. This is the moment of the put. If it
 *       fails, the client tries again from the root, and at last asks the server;
 *   <li>now it holds P: it notes that, and uses P for its next value.
 * </ol>
 *
 * A compare-and-set that expects an old value of the key compares P's content first: it is that of
 * P as long as the line has P. A value of up to 8 bytes has no generation, so a line that was
 * cleared and filled again could not be told apart: such values are replaced by the server.
 *
 * <p>That P is in a line means that this is the line of P's key, now. The server upholds this:
 * before it changes an entry, or moves entries to other lines, it takes the pointers out by
 * compare-and-set with null, and acts on what it has taken ({@link
 * dev.mangrove.index.page.bytes.BytesPage#freeze}). So a client whose compare-and-set comes late
 * fails, or finds the entry with P where it was. A pointer's word of a leaf holds pointers and
 * nulls only; if its memory has become part of an inner page, it may hold 8 bytes of a key, and a
 * client that was paused meanwhile would have to meet exactly its 64 bits there.
 *
 * <p>A client that is paused or dies at any moment blocks nobody: it holds no latch, and the server
 * waits for no answer.
 *
 * <h2>Who holds an extent</h2>
 *
 * The server gives a client a table in its memory ({@link
 * dev.mangrove.index.page.bytes.HeldExtents}), and extents of a size that the client asks for, into
 * places of the table. A client keeps at most 64 of them, none larger than 4 KiB, and gives back
 * others where it has no place for a size. A replacement gives the place another extent, so an
 * extent always is in the tree, in one place of one table, or free.
 *
 * <p>A client may die after its compare-and-set and before it has noted that it holds P. Then the
 * place still offers N for P, and N is in the tree. An extent therefore names the place from which
 * it came, and a client or server that takes N out of a line first settles that place: if it offers
 * N, it gets P by compare-and-set. So a place that offers N stands for P if N is in the line that
 * the place names, and for N otherwise: then N never was in the tree. Once a client is gone, the
 * server decides this for each place with two loads, without a look at the tree, and frees the
 * extents ({@link dev.mangrove.index.bytes.tree.HeldTables}). A place that offers N with its
 * generation does so once, so a settlement that comes late finds something else. The memory of
 * tables is used for tables only.
 *
 * <h2>Torn bytes</h2>
 *
 * Until the page is validated its bytes may belong to several states. So each length, slot, count
 * and pointer is bounded before use, and a loop over a page is bounded by its size. What no state
 * of a page has makes the page invalid.
 *
 * <h2>When the server is asked</h2>
 *
 * A reader that has gone back to the root {@code DirectTree.TRIES} times sends the operation as a
 * message: the server is changing those pages all the time, or died within a change. It does so at
 * once where there is no root, which is how a server hides a damaged tree, and where an entry has
 * an expiry: only the server's clock decides whether it is still there. A leaf counts its entries
 * with an expiry, so a count needs to look at none of them. After each read in place the view
 * checks that the server was not lost before (see {@link dev.mangrove.index.session.LossWatch}).
 *
 * <h2>Scans</h2>
 *
 * A scan copies the entries of one leaf, validates it, and goes on at its right link with the upper
 * bound as the key to find if that page is gone. Downwards it descends to the leaf directly below
 * the lower bound. The keys of a leaf are a consistent part, and each value was there at some
 * moment of the scan; a value that was replaced since it was copied is copied again. Together they
 * are no snapshot.
 */
@NullMarked
package dev.mangrove.index.bytes.direct;

import org.jspecify.annotations.NullMarked;
