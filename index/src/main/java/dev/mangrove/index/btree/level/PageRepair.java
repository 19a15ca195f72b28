package dev.mangrove.index.btree.level;

import dev.mangrove.index.access.LockedPage;

/** Finishes a dead writer's change of a page that was just locked. */
interface PageRepair {
    /**
     * Makes a locked page tidy.
     *
     * @return false if this involved another page; the page is then unlocked, and the caller starts
     *     again
     */
    boolean prepare(LockedPage page);
}
