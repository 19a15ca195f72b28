/**
 * Reads of a tree of byte strings in place, by clients that have its server's memory mapped. The
 * server makes all changes ({@link dev.mangrove.index.bytes.tree}); no reader announces itself.
 *
 * <h2>The protocol</h2>
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
 *   <li>it searches the page, or copies entries out of it. A value or key in an extent is a part of
 *       the page;
 *   <li>after an acquire fence it loads the first word again. If that is unchanged, everything that
 *       it read was in the page, and in its extents, at one moment; else it goes back to the root.
 * </ol>
 *
 * So a descent is a sequence of pages, each as it was at some moment. That is enough: a page's
 * lower bound never changes within a generation, so a pointer from a parent or a right link leads
 * to a page that begins at or before the key, or to another generation. A key at or above the upper
 * bound is found by right links. The leaf that covers the key was the leaf of that key at the
 * moment for which it is valid, and that moment is within the operation.
 *
 * <p>Line stamps, by which pages of 64-bit keys are read, would spare readers the second look at
 * the first word. They need changes that take effect by one store each, so a page could keep
 * neither its order nor fingerprints.
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
 * the lower bound. Each leaf is a consistent part; together they are no snapshot.
 */
@NullMarked
package dev.mangrove.index.bytes.direct;

import org.jspecify.annotations.NullMarked;
