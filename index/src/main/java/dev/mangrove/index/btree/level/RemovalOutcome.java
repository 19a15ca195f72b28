package dev.mangrove.index.btree.level;

/**
 * Result of an attempt to remove a page's entry from the level above.
 *
 * @param done whether the entry is removed
 * @param first if not done: the page is the first child of its parent, and this is the key that the
 *     page which takes its place must cover
 */
public record RemovalOutcome(boolean done, long first) {
    public static final RemovalOutcome DONE = new RemovalOutcome(true, 0);
}
