package dev.mangrove.index.wire;

/**
 * The answer to a request of 1 to 64 operations, which the server executes in order and of which it
 * stops at the first that fails. Its words:
 *
 * <pre>
 *  0      number of operations that were executed
 *  1      a bit for each of them: its result is true
 *  2 ...  a value for each of them; 0 if it has none
 *  then, only if an operation has failed:
 *         the {@link Status} of the failure
 *         the reason, as bytes of UTF-8 to the end of the answer
 * </pre>
 */
public final class OperationAnswer {
    /** Most operations of a request: a bit of a word each. */
    public static final int MOST = Long.SIZE;

    /** Word of the number of operations that were executed. */
    public static final int EXECUTED = 0;

    /** Word of the bits of their results. */
    public static final int RESULTS = 1;

    /** Word of the first value. */
    public static final int FIRST_VALUE = 2;

    private OperationAnswer() {}
}
