/**
 * Access to pages: in place, in memory that this process can address, or by verbs, as copies. Trees
 * use {@link dev.mangrove.index.access.Pages} and are written once for both.
 *
 * <h2>What a change costs by verbs</h2>
 *
 * Locking and reading a page is one batch of a swap and a READ. The READ takes effect after the
 * swap, so if the swap succeeds, the copy shows the page as it stays until this thread unlocks it.
 * Changing and unlocking is one batch as well: the changed words or lines in order, the latch last.
 * Where the fabric does not promise that WRITEs become visible in order, a fence in the batch waits
 * until the WRITEs before it have completed.
 *
 * <p>Several pages can be locked and unlocked together ({@link
 * dev.mangrove.index.access.SessionPages#tryLockAll}): one batch for each server has a swap and a
 * READ for each page, and one has all their changes, each page's followed by its latch. This needs
 * a fabric with ordered WRITEs; without, pages are locked one by one.
 *
 * <h2>Many pages at once</h2>
 *
 * {@code openAll} reads pages of several servers by one batch for each server, all of them under
 * way at the same time; {@code openKeys} leaves out the values where the target gathers what is
 * wanted, see {@link dev.mangrove.index.page.KeyLines}. {@code findAll} reads only the lines of
 * leaves in which keys probably are, see {@link dev.mangrove.index.page.HashedLines}. A bulk load
 * collects up to 64 unpublished pages and writes them in the same way; {@code settle} returns when
 * all of them are visible, and only then may a pointer to one of them be published. {@code
 * outlineAll} gathers the stamps and bounds of leaves, see {@link
 * dev.mangrove.index.page.PageOutline}.
 *
 * <h2>What a change waits for in place</h2>
 *
 * A thread that changes a key waits for memory mostly: for the page's header, the line of the key
 * and the latch, which lies elsewhere. It prefetches all of them before its first fence, and the
 * other lines as well if the change probably reads them: an insert does, to know that the key is
 * absent, and a delete, to count what is left. Prefetched words are not used; the thread loads them
 * again under the latch.
 *
 * <h2>When a change in place ends</h2>
 *
 * Stores in place have release order, which lets the thread's next loads overtake them. So a thread
 * that unlocks a page in place executes a full fence, once per change: when an operation returns,
 * its effect is visible to all threads. By verbs, the completion of a WRITE promises the same.
 */
@NullMarked
package dev.mangrove.index.access;

import org.jspecify.annotations.NullMarked;
