package dev.mangrove.index.btree.strings;

import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.partition.PageLoader;

/** How one thread changes a tree whose keys are byte strings. */
interface StringChanges {
    /** Has changes take expired entries for absent. */
    void expiry(ExpiryJudge judge);

    /**
     * Changes a key; whether the change's condition was met.
     *
     * @param key its token, with the kinds of both values
     */
    boolean change(Change how, long key, long value, long expected);

    /** Removes a key if its value expires and has this word, expired or not; whether it did. */
    boolean remove(long key, long word);

    /** Whether the last change has found the key with a value that expires, or has expired. */
    boolean hasMetExpiring();

    /** Starts to fill the tree, which is empty; fills a fraction of each page. */
    PageLoader loader(double fill);

    /** Drops all copies of inner pages, and goes without them from now on. */
    void goUncached();
}
