package dev.mangrove;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/**
 * Operations that are executed together, each with a result or a failure of its own; together they
 * are no transaction. Operations on the same key or object take effect in the order in which they
 * were added, others in any order. Used by one thread at a time.
 */
public abstract class OperationBatch {
    private static final int FIRST_CAPACITY = 64;
    private static final byte OPEN = 0;
    private static final byte REFUSED = 1;
    private static final byte MET = 2;
    private static final byte FAILED = 3;

    private byte[] states = new byte[FIRST_CAPACITY];
    private @Nullable RuntimeException[] failures = new RuntimeException[0];
    private int size;
    private int failed;

    /** Creates a batch without operations. */
    protected OperationBatch() {}

    /** Number of operations. */
    public final int size() {
        return size;
    }

    /**
     * What the single operation would have returned; of a get, whether it has found something.
     *
     * @throws MangroveException if the operation failed, see {@link #failure}
     * @throws IllegalStateException if the batch has not been applied
     */
    public final boolean result(int i) {
        return switch (states[checked(i)]) {
            case OPEN ->
                    throw new IllegalStateException(
                            "no result: apply the batch first, position=" + i);
            case FAILED -> throw Objects.requireNonNull(failures[i]);
            default -> states[i] == MET;
        };
    }

    /** Why an operation failed; null if it did not. */
    public final @Nullable RuntimeException failure(int i) {
        return states[checked(i)] == FAILED ? failures[i] : null;
    }

    /** Number of operations that failed. */
    public final int failed() {
        return failed;
    }

    /** Number of operations whose {@link #result} is true. */
    public final int met() {
        int met = 0;
        for (int i = 0; i < size; i++) {
            met += states[i] == MET ? 1 : 0;
        }
        return met;
    }

    /** Throws the first failure, with the others suppressed; nothing if none has failed. */
    public final void throwFailure() {
        RuntimeException first = null;
        for (int i = 0; i < size && failed > 0; i++) {
            RuntimeException failure = failure(i);
            if (first == null) {
                first = failure;
            } else if (failure != null && !first.equals(failure)) {
                first.addSuppressed(failure);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Stores the result of an operation. For implementations of indexes. */
    public final void succeeded(int i, boolean met) {
        settle(i, met ? MET : REFUSED);
    }

    /** Stores the failure of an operation. For implementations of indexes. */
    public final void failed(int i, RuntimeException failure) {
        Objects.requireNonNull(failure, "failure");
        settle(i, FAILED);
        if (failures.length < size) {
            failures = Arrays.copyOf(failures, states.length);
        }
        failures[i] = failure;
        failed++;
    }

    /**
     * Forgets all results, so that the operations can be applied again. Implementations of indexes
     * begin with this.
     */
    public final void forgetResults() {
        Arrays.fill(states, 0, size, OPEN);
        if (failed > 0) {
            Arrays.fill(failures, null);
            failed = 0;
        }
    }

    /** Removes all operations. */
    protected final void removeAll() {
        forgetResults();
        size = 0;
    }

    /** Adds an operation; returns its position. */
    protected final int addOne() {
        if (size == states.length) {
            states = Arrays.copyOf(states, Math.multiplyExact(size, 2));
            grow(states.length);
        }
        states[size] = OPEN;
        return size++;
    }

    /** Makes room for so many operations. */
    protected abstract void grow(int capacity);

    /** The number of operations that there is room for. */
    protected final int capacity() {
        return states.length;
    }

    /** A position, if there is an operation. */
    protected final int checked(int i) {
        return Objects.checkIndex(i, size);
    }

    private void settle(int i, byte state) {
        if (states[checked(i)] != OPEN) {
            throw new IllegalStateException("the operation has a result: position=" + i);
        }
        states[i] = state;
    }
}
