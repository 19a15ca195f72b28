package dev.mangrove.index.bytes;

import dev.mangrove.OperationBatch;
import dev.mangrove.index.bytes.tree.BytesTree;
import dev.mangrove.index.bytes.tree.Counters;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/**
 * Operations for {@link BytesIndex#applyAll}, and their results: add operations, apply them, look
 * at the result of each by its position. {@link #clear} makes the batch ready for the next ones.
 *
 * <p>The batch keeps the arrays that it is given: leave them unchanged until it has been applied.
 */
public final class BytesBatch extends OperationBatch {
    /** What an operation does; each is a method of {@link BytesIndex}. */
    public enum Operation {
        /** {@link BytesIndex#get}. */
        GET,
        /** {@link BytesIndex#put(byte[], byte[])}, or with a time to live. */
        PUT,
        /** {@link BytesIndex#putIfAbsent}. */
        PUT_IF_ABSENT,
        /** {@link BytesIndex#replace}. */
        REPLACE,
        /** {@link BytesIndex#delete(byte[])}. */
        DELETE,
        /** {@link BytesIndex#delete(byte[], byte[])}. */
        DELETE_IF_EQUAL,
        /** {@link BytesIndex#getAndPut}. */
        GET_AND_PUT,
        /** {@link BytesIndex#add(byte[], long)}, or with a time to live. */
        ADD,
        /** {@link BytesIndex#expire}. */
        EXPIRE,
        /** {@link BytesIndex#persist}. */
        PERSIST
    }

    /** Stands for the time to live of an operation that gives none. */
    public static final long NO_TTL = BytesTree.NO_TTL;

    private static final byte[] NOTHING = {};

    private Operation[] operations = new Operation[capacity()];
    private byte[][] keys = new byte[capacity()][];
    private byte[][] values = new byte[capacity()][];
    private byte[][] expected = new byte[capacity()][];
    private long[] ttls = new long[capacity()];
    private byte[] @Nullable [] found = new byte[capacity()] @Nullable [];

    /** Creates a batch without operations. */
    public BytesBatch() {}

    /** Removes all operations. */
    public BytesBatch clear() {
        Arrays.fill(keys, 0, size(), NOTHING);
        Arrays.fill(values, 0, size(), NOTHING);
        Arrays.fill(expected, 0, size(), NOTHING);
        Arrays.fill(found, 0, size(), null);
        removeAll();
        return this;
    }

    /** Adds a {@link BytesIndex#get}. */
    public BytesBatch get(byte[] key) {
        return add(Operation.GET, key, NOTHING, NOTHING);
    }

    /** Adds a {@link BytesIndex#put(byte[], byte[])}. */
    public BytesBatch put(byte[] key, byte[] value) {
        return add(Operation.PUT, key, value, NOTHING);
    }

    /** Adds a {@link BytesIndex#putIfAbsent}. */
    public BytesBatch putIfAbsent(byte[] key, byte[] value) {
        return add(Operation.PUT_IF_ABSENT, key, value, NOTHING);
    }

    /** Adds a {@link BytesIndex#replace}. */
    public BytesBatch replace(byte[] key, byte[] expectedValue, byte[] value) {
        return add(Operation.REPLACE, key, value, expectedValue);
    }

    /** Adds a {@link BytesIndex#delete(byte[])}. */
    public BytesBatch delete(byte[] key) {
        return add(Operation.DELETE, key, NOTHING, NOTHING);
    }

    /** Adds a {@link BytesIndex#delete(byte[], byte[])}. */
    public BytesBatch delete(byte[] key, byte[] expectedValue) {
        return add(Operation.DELETE_IF_EQUAL, key, NOTHING, expectedValue);
    }

    /** Adds a {@link BytesIndex#getAndPut}; {@link #value} then has the value before. */
    public BytesBatch getAndPut(byte[] key, byte[] value) {
        return add(Operation.GET_AND_PUT, key, value, NOTHING);
    }

    /**
     * Adds a {@link BytesIndex#put(byte[], byte[], Duration)}.
     *
     * @throws IllegalArgumentException if the time to live is negative or too long
     */
    public BytesBatch put(byte[] key, byte[] value, Duration ttl) {
        return add(Operation.PUT, key, value, NOTHING, BytesTree.nanos(ttl));
    }

    /**
     * Adds a {@link BytesIndex#add(byte[], long)}; {@link #sum} then has the sum, and the result is
     * whether the counter is new.
     */
    public BytesBatch add(byte[] key, long delta) {
        return add(Operation.ADD, key, Counters.bytes(delta), NOTHING);
    }

    /** Adds a {@link BytesIndex#add(byte[], long, Duration)}, as {@link #add(byte[], long)}. */
    public BytesBatch add(byte[] key, long delta, Duration ttl) {
        return add(Operation.ADD, key, Counters.bytes(delta), NOTHING, BytesTree.nanos(ttl));
    }

    /** Adds a {@link BytesIndex#expire}. */
    public BytesBatch expire(byte[] key, Duration ttl) {
        return add(Operation.EXPIRE, key, NOTHING, NOTHING, BytesTree.nanos(ttl));
    }

    /** Adds a {@link BytesIndex#persist}. */
    public BytesBatch persist(byte[] key) {
        return add(Operation.PERSIST, key, NOTHING, NOTHING);
    }

    /** What an operation does. */
    public Operation operation(int i) {
        return operations[checked(i)];
    }

    /** The key of an operation. */
    public byte[] key(int i) {
        return keys[checked(i)];
    }

    /**
     * The value that an operation is to store, of an addition a counter; empty if there is none.
     */
    public byte[] newValue(int i) {
        return values[checked(i)];
    }

    /** The value that an operation expects; empty if it expects none. */
    public byte[] expected(int i) {
        return expected[checked(i)];
    }

    /** The time to live that an operation gives, in nanoseconds, or {@link #NO_TTL}. */
    public long ttlNanos(int i) {
        return ttls[checked(i)];
    }

    /**
     * The sum after an addition.
     *
     * @throws dev.mangrove.MangroveException if the operation failed, see {@link #failure}
     * @throws IllegalStateException if the batch has not been applied, or the operation is none
     */
    public long sum(int i) {
        boolean _ = result(i);
        byte[] sum = found[i];
        if (operations[i] != Operation.ADD || sum == null) {
            throw new IllegalStateException(
                    "only additions have a sum: operation=" + operations[i] + ", position=" + i);
        }
        return Counters.of(sum);
    }

    /**
     * The value that a get has found, or the one before a getAndPut; null if there was none.
     *
     * @throws dev.mangrove.MangroveException if the operation failed, see {@link #failure}
     * @throws IllegalStateException if the batch has not been applied, or the operation returns no
     *     value
     */
    public byte @Nullable [] value(int i) {
        boolean _ = result(i);
        if (operations[i] != Operation.GET && operations[i] != Operation.GET_AND_PUT) {
            throw new IllegalStateException(
                    "only get and getAndPut return a value: operation="
                            + operations[i]
                            + ", position="
                            + i);
        }
        return found[i];
    }

    /** Stores the result of an operation. For implementations of {@link BytesIndex}. */
    public void completed(int i, boolean met, byte @Nullable [] value) {
        succeeded(i, met);
        found[i] = value;
    }

    @Override
    protected void grow(int capacity) {
        operations = Arrays.copyOf(operations, capacity);
        keys = Arrays.copyOf(keys, capacity);
        values = Arrays.copyOf(values, capacity);
        expected = Arrays.copyOf(expected, capacity);
        ttls = Arrays.copyOf(ttls, capacity);
        found = Arrays.copyOf(found, capacity);
    }

    private BytesBatch add(Operation operation, byte[] key, byte[] value, byte[] expectedValue) {
        return add(operation, key, value, expectedValue, NO_TTL);
    }

    private BytesBatch add(
            Operation operation, byte[] key, byte[] value, byte[] expectedValue, long ttl) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(expectedValue, "expectedValue");
        int i = addOne();
        operations[i] = operation;
        keys[i] = key;
        values[i] = value;
        expected[i] = expectedValue;
        ttls[i] = ttl;
        return this;
    }
}
