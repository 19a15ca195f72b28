package dev.mangrove.check.history;

/**
 * A fault of a window query's result.
 *
 * @param query the number of the query in its {@link SpatialHistory}
 * @param rule the violated rule
 * @param id the identity that violates it
 * @param explanation the query and the operations on the identity, as text
 */
public record WindowFault(int query, Rule rule, long id, String explanation) {
    /** Rules for the result of a window query. */
    public enum Rule {
        /** No identity is returned twice. */
        AT_MOST_ONCE,
        /** An identity that was in the window throughout is returned. */
        NOTHING_MISSING,
        /** An identity that was outside the window, or absent, throughout is not returned. */
        NOTHING_OUTSIDE,
        /** The rectangle that is returned with an identity was its rectangle at some time. */
        AT_ITS_PLACE
    }
}
