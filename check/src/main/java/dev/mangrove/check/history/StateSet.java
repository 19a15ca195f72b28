package dev.mangrove.check.history;

import java.util.function.LongPredicate;

/** A set of states of one register. */
final class StateSet {
    private final boolean absent;
    private final boolean someValue;
    private final LongPredicate values;

    private StateSet(boolean absent, boolean someValue, LongPredicate values) {
        this.absent = absent;
        this.someValue = someValue;
        this.values = values;
    }

    static StateSet onlyAbsent() {
        return new StateSet(true, false, _ -> false);
    }

    static StateSet anyValue() {
        return new StateSet(false, true, _ -> true);
    }

    static StateSet only(long value) {
        return new StateSet(false, true, other -> other == value);
    }

    /** Present, with a value that satisfies the predicate. */
    static StateSet values(LongPredicate values) {
        return new StateSet(false, true, values);
    }

    /** Absent, or present with a value that satisfies the predicate. */
    static StateSet absentOr(LongPredicate values) {
        return new StateSet(true, true, values);
    }

    boolean hasAbsent() {
        return absent;
    }

    /** Whether the set may contain a state with a value. */
    boolean hasSomeValue() {
        return someValue;
    }

    boolean has(long value) {
        return values.test(value);
    }
}
