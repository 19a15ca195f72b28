package dev.mangrove.index.ordered;

import dev.mangrove.OperationBatch;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Operations for {@link OrderedIndex#applyAll}, and their results: add operations, apply them, look
 * at the result of each by its position. {@link #clear} makes the batch ready for the next ones.
 */
public final class OrderedBatch extends OperationBatch {
    /** What an operation does; each is a method of {@link OrderedIndex}. */
    public enum Operation {
        /** {@link OrderedIndex#get}. */
        GET,
        /** {@link OrderedIndex#put}. */
        PUT,
        /** {@link OrderedIndex#putIfAbsent}. */
        PUT_IF_ABSENT,
        /** {@link OrderedIndex#replace}. */
        REPLACE,
        /** {@link OrderedIndex#delete(long)}. */
        DELETE,
        /** {@link OrderedIndex#delete(long, long)}. */
        DELETE_IF_EQUAL
    }

    private Operation[] operations = new Operation[capacity()];
    private long[] keys = new long[capacity()];
    private long[] values = new long[capacity()];
    private long[] expected = new long[capacity()];
    private long[] found = new long[capacity()];

    /** Creates a batch without operations. */
    public OrderedBatch() {}

    /** Removes all operations. */
    public OrderedBatch clear() {
        removeAll();
        return this;
    }

    /** Adds a {@link OrderedIndex#get}. */
    public OrderedBatch get(long key) {
        return add(Operation.GET, key, 0, 0);
    }

    /** Adds a {@link OrderedIndex#put}. */
    public OrderedBatch put(long key, long value) {
        return add(Operation.PUT, key, value, 0);
    }

    /** Adds a {@link OrderedIndex#putIfAbsent}. */
    public OrderedBatch putIfAbsent(long key, long value) {
        return add(Operation.PUT_IF_ABSENT, key, value, 0);
    }

    /** Adds a {@link OrderedIndex#replace}. */
    public OrderedBatch replace(long key, long expectedValue, long value) {
        return add(Operation.REPLACE, key, value, expectedValue);
    }

    /** Adds a {@link OrderedIndex#delete(long)}. */
    public OrderedBatch delete(long key) {
        return add(Operation.DELETE, key, 0, 0);
    }

    /** Adds a {@link OrderedIndex#delete(long, long)}. */
    public OrderedBatch delete(long key, long expectedValue) {
        return add(Operation.DELETE_IF_EQUAL, key, 0, expectedValue);
    }

    /** What an operation does. */
    public Operation operation(int i) {
        return operations[checked(i)];
    }

    /** The key of an operation. */
    public long key(int i) {
        return keys[checked(i)];
    }

    /** The value that an operation is to store; 0 if it stores none. */
    public long newValue(int i) {
        return values[checked(i)];
    }

    /** The value that an operation expects; 0 if it expects none. */
    public long expected(int i) {
        return expected[checked(i)];
    }

    /**
     * The value that a get has found, or {@code absent} if it has found none.
     *
     * @throws dev.mangrove.MangroveException if the operation failed, see {@link #failure}
     * @throws IllegalStateException if the batch has not been applied, or the operation is no get
     */
    public long valueOrDefault(int i, long absent) {
        boolean present = result(i);
        if (operations[i] != Operation.GET) {
            throw new IllegalStateException(
                    "only a get finds a value: operation=" + operations[i] + ", position=" + i);
        }
        return present ? found[i] : absent;
    }

    /** Stores the result of a get. For implementations of {@link OrderedIndex}. */
    public void found(int i, boolean present, long value) {
        succeeded(i, present);
        found[i] = value;
    }

    @Override
    protected void grow(int capacity) {
        operations = Arrays.copyOf(operations, capacity);
        keys = Arrays.copyOf(keys, capacity);
        values = Arrays.copyOf(values, capacity);
        expected = Arrays.copyOf(expected, capacity);
        found = Arrays.copyOf(found, capacity);
    }

    /** Applies all operations one after the other; returns how many failed. */
    int applySingly(OrderedIndex index) {
        forgetResults();
        for (int i = 0; i < size(); i++) {
            try {
                apply(index, i);
            } catch (RuntimeException e) {
                failed(i, e);
            }
        }
        return failed();
    }

    private void apply(OrderedIndex index, int i) {
        long key = keys[i];
        switch (operations[i]) {
            case GET -> {
                OptionalLong value = index.get(key);
                found(i, value.isPresent(), value.orElse(0));
            }
            case PUT -> succeeded(i, index.put(key, values[i]));
            case PUT_IF_ABSENT -> succeeded(i, index.putIfAbsent(key, values[i]));
            case REPLACE -> succeeded(i, index.replace(key, expected[i], values[i]));
            case DELETE -> succeeded(i, index.delete(key));
            case DELETE_IF_EQUAL -> succeeded(i, index.delete(key, expected[i]));
        }
    }

    private OrderedBatch add(Operation operation, long key, long value, long expectedValue) {
        int i = addOne();
        operations[i] = operation;
        keys[i] = key;
        values[i] = value;
        expected[i] = expectedValue;
        return this;
    }
}
