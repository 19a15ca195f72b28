package dev.mangrove.check.history;

/**
 * Something wrong with the result of a range.
 *
 * @param range the number of the range in its {@link RangeHistory}
 * @param rule the rule that it breaks
 * @param key the key in question
 * @param explanation the range and what was done to the key, for people
 */
public record RangeFault(int range, Rule rule, long key, String explanation) {
    /** What a range promises. */
    public enum Rule {
        /** Keys lie between the bounds. */
        WITHIN_BOUNDS,
        /** Keys rise strictly, or fall strictly; so none comes twice. */
        STRICTLY_ORDERED,
        /** There are no more entries than asked for. */
        WITHIN_LIMIT,
        /** A key that was present throughout is there. */
        NOTHING_MISSING,
        /** A key that was absent throughout is not there. */
        NOTHING_ABSENT,
        /** A value was current at some time during the range. */
        VALUE_CURRENT
    }
}
