package dev.mangrove.index.btree;

/**
 * What came of the wish to take a page out of the level above.
 *
 * @param done whether it is out
 * @param first if not: the page is the first child of its parent, so that another must take its
 *     place, and this is the key that the other must cover
 */
record Withdrawal(boolean done, long first) {
    static final Withdrawal DONE = new Withdrawal(true, 0);
}
