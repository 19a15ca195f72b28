/**
 * How pages are reached: in place, in memory that this process can address, or by verbs, as copies.
 * Trees see {@link dev.mangrove.index.access.Pages} and are written once.
 *
 * <h2>What a change costs by verbs</h2>
 *
 * Locking and reading a page is one batch: the READ behind the swap takes effect after it, so if
 * the swap succeeded the copy is what the page is until it is unlocked. Changing and unlocking is
 * one batch, too: words or lines in their order, the latch last. Where the fabric does not promise
 * that WRITEs are seen in their order, a fence waits for those before it to complete.
 *
 * <h2>When a change in place ends</h2>
 *
 * Stores in place have release order. That does not keep the thread's next loads behind them, so
 * whoever unlocks a page in place ends with a full fence, once per change: when an operation
 * returns, all see what it did. A WRITE's completion promises the same by verbs.
 */
@NullMarked
package dev.mangrove.index.access;

import org.jspecify.annotations.NullMarked;
