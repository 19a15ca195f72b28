package dev.mangrove.index.btree.level;

/**
 * What came of the wish to take a page out of the level above.
 *
 * @param done whether it is out
 * @param first if not: the page is the first child of its parent, so that another must take its
 *     place, and this is the key that the other must cover
 */
public record RemovalOutcome(boolean done, long first) {
    public static final RemovalOutcome DONE = new RemovalOutcome(true, 0);
}
