package dev.mangrove.check.history;

/**
 * Something wrong with the result of a window query.
 *
 * @param query the number of the query in its {@link SpatialHistory}
 * @param rule the rule that it breaks
 * @param id the identity in question
 * @param explanation the query and what was done to the identity, for people
 */
public record WindowFault(int query, Rule rule, long id, String explanation) {
    /** What a window query promises. */
    public enum Rule {
        /** No identity is returned twice. */
        AT_MOST_ONCE,
        /** An identity that was in the window throughout is there. */
        NOTHING_MISSING,
        /** An identity that was outside the window, or absent, throughout is not there. */
        NOTHING_OUTSIDE,
        /** The rectangle that is returned with an identity was its rectangle at some time. */
        AT_ITS_PLACE
    }
}
