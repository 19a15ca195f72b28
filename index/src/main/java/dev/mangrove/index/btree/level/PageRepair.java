package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.LockedPage;

/** Finishes what a dead writer has begun, on a page that was just locked. */
interface PageRepair {
    /**
     * Brings a locked page in order.
     *
     * @return false if that took more than the page itself; it is unlocked then, and the caller
     *     starts again
     */
    boolean prepare(LockedPage page);
}
