package dev.mangrove.check.mutants;

/** One error that is put into a method. Calls, branches and lines are counted from 0. */
sealed interface Edit {
    /** The method does nothing but return a constant; nothing if it returns nothing. */
    record Answer(int constant) implements Edit {}

    /** The method does nothing but return the argument in a local variable. */
    record AnswerArgument(int local) implements Edit {}

    /** One call of a method is left out; if it returns something, that is 0. */
    record WithoutCall(String callee, int index) implements Edit {}

    /** One call goes to another method with the same parameters. */
    record OtherCall(String callee, int index, String other) implements Edit {}

    /** The lines of two calls of a method change places. */
    record SwappedCalls(String callee, int first, int second) implements Edit {}

    /** The lines of the first calls of two methods change places. */
    record SwappedLinesOf(String callee, String other) implements Edit {}

    /** A compare-and-swap of a slot stores whatever is there, and reports success. */
    record WithoutComparison(int index) implements Edit {}

    /** A swap of a shared word stores it plainly, and reports success. */
    record PlainSwap(int index) implements Edit {}

    /** A branch is taken when it would not be. */
    record OtherBranch(int index) implements Edit {}

    /** A branch is always taken; an {@code if} whose body it skips is left out. */
    record AlwaysBranch(int index) implements Edit {}

    /** A branch is never taken. */
    record NeverBranch(int index) implements Edit {}

    /** A comparison that includes its bound excludes it, and the other way round. */
    record OtherBound(int index) implements Edit {}

    /** A constant, of 32 or 64 bits, is another one, wherever the method uses it. */
    record OtherConstant(long from, long to) implements Edit {}

    /** One use of a constant is another one. */
    record OneConstant(int from, int to, int index) implements Edit {}

    /** Exceptions of a class are not caught; its simple name. */
    record WithoutHandler(String exception) implements Edit {}

    /** A double that the method returns is too large by this much. */
    record TooLarge(double by) implements Edit {}

    /** The class stays as it is: it is a published protocol, which the check runs. */
    record AsPublished() implements Edit {}
}
