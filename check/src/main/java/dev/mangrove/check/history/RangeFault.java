package dev.mangrove.check.history;

/**
 * A fault of a range's result.
 *
 * @param range the number of the range in its {@link RangeHistory}
 * @param rule the violated rule
 * @param key the key that violates it
 * @param explanation the range and the operations on the key, as text
 */
public record RangeFault(int range, Rule rule, long key, String explanation) {
    /** Rules for the result of a range. */
    public enum Rule {
        /** Keys lie between the bounds. */
        WITHIN_BOUNDS,
        /** Keys ascend strictly, or descend strictly; so none occurs twice. */
        STRICTLY_ORDERED,
        /** The range has at most as many entries as its limit. */
        WITHIN_LIMIT,
        /** A key that was present throughout is returned. */
        NOTHING_MISSING,
        /** A key that was absent throughout is not returned. */
        NOTHING_ABSENT,
        /** A value was current at some time during the range. */
        VALUE_CURRENT
    }
}
