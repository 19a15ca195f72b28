package dev.mangrove.index.spatial;

import dev.mangrove.OperationBatch;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Optional;

/**
 * Operations on objects for {@link SpatialIndex#applyAll}, and their results: add operations, apply
 * them, look at the result of each by its position. {@link #clear} makes the batch ready for the
 * next ones.
 *
 * <p>The batch keeps the payloads that it is given: leave them unchanged until it has been applied.
 */
public final class SpatialBatch extends OperationBatch {
    /** What an operation does; each is a method of {@link SpatialIndex}. */
    public enum Operation {
        /** {@link SpatialIndex#insert(long, double, double, double, double)}. */
        INSERT,
        /** {@link SpatialIndex#update}. */
        UPDATE,
        /** {@link SpatialIndex#upsert(long, double, double, double, double)}. */
        UPSERT,
        /** {@link SpatialIndex#delete}. */
        DELETE,
        /** {@link SpatialIndex#setPayload}. */
        SET_PAYLOAD,
        /** {@link SpatialIndex#get}. */
        GET
    }

    private static final int SIDES = 4;

    private Operation[] operations = new Operation[capacity()];
    private long[] ids = new long[capacity()];
    private double[] sides = new double[SIDES * capacity()];

    /** Payloads of changes; empty as long as there are none. */
    private byte[] @Nullable [] payloads = new byte[0] @Nullable [];

    /** What gets have found; empty as long as there are none. */
    private @Nullable Place[] places = new @Nullable Place[0];

    /** Creates a batch without operations. */
    public SpatialBatch() {}

    /** Removes all operations. */
    public SpatialBatch clear() {
        Arrays.fill(payloads, null);
        Arrays.fill(places, null);
        removeAll();
        return this;
    }

    /** Adds an {@link SpatialIndex#insert(long, double, double, double, double)}. */
    public SpatialBatch insert(long id, double minX, double minY, double maxX, double maxY) {
        return add(Operation.INSERT, id, minX, minY, maxX, maxY);
    }

    /** Adds an {@link SpatialIndex#insert(long, double, double, double, double, byte[])}. */
    public SpatialBatch insert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        Payloads.check(payload);
        return insert(id, minX, minY, maxX, maxY).withPayload(payload);
    }

    /** Adds an {@link SpatialIndex#update}. */
    public SpatialBatch update(long id, double minX, double minY, double maxX, double maxY) {
        return add(Operation.UPDATE, id, minX, minY, maxX, maxY);
    }

    /** Adds an {@link SpatialIndex#upsert(long, double, double, double, double)}. */
    public SpatialBatch upsert(long id, double minX, double minY, double maxX, double maxY) {
        return add(Operation.UPSERT, id, minX, minY, maxX, maxY);
    }

    /** Adds an {@link SpatialIndex#upsert(long, double, double, double, double, byte[])}. */
    public SpatialBatch upsert(
            long id, double minX, double minY, double maxX, double maxY, byte[] payload) {
        Payloads.check(payload);
        return upsert(id, minX, minY, maxX, maxY).withPayload(payload);
    }

    /** Adds an {@link SpatialIndex#setPayload}; null takes the payload away. */
    public SpatialBatch setPayload(long id, byte @Nullable [] payload) {
        if (payload != null) {
            Payloads.check(payload);
        }
        SpatialBatch added = add(Operation.SET_PAYLOAD, id, 0, 0, 0, 0);
        return payload == null ? added : added.withPayload(payload);
    }

    /** Adds an {@link SpatialIndex#delete}. */
    public SpatialBatch delete(long id) {
        return add(Operation.DELETE, id, 0, 0, 0, 0);
    }

    /** Adds a {@link SpatialIndex#get}; {@link #place} then has what it found. */
    public SpatialBatch get(long id) {
        return add(Operation.GET, id, 0, 0, 0, 0);
    }

    /** What an operation does. */
    public Operation operation(int i) {
        return operations[checked(i)];
    }

    /** The object of an operation. */
    public long id(int i) {
        return ids[checked(i)];
    }

    /** Left border of the new rectangle; 0 if there is none, as for all borders. */
    public double minX(int i) {
        return sides[SIDES * checked(i)];
    }

    /** Lower border of the new rectangle. */
    public double minY(int i) {
        return sides[SIDES * checked(i) + 1];
    }

    /** Right border of the new rectangle. */
    public double maxX(int i) {
        return sides[SIDES * checked(i) + 2];
    }

    /** Upper border of the new rectangle. */
    public double maxY(int i) {
        return sides[SIDES * checked(i) + 3];
    }

    /** The payload that a change gives an object; null if there is none. */
    public byte @Nullable [] payload(int i) {
        return checked(i) < payloads.length ? payloads[i] : null;
    }

    /**
     * The rectangle that a get has found, if there is an object of that id.
     *
     * @throws dev.mangrove.MangroveException if the operation failed, see {@link #failure}
     * @throws IllegalStateException if the batch has not been applied, or the operation is no get
     */
    public Optional<Place> place(int i) {
        boolean met = result(i);
        if (operations[i] != Operation.GET) {
            throw new IllegalStateException(
                    "only gets find a place: operation=" + operations[i] + ", position=" + i);
        }
        return met ? Optional.ofNullable(places[i]) : Optional.empty();
    }

    /** Stores the result of a get. For implementations of {@link SpatialIndex}. */
    public void found(int i, Optional<Place> place) {
        succeeded(i, place.isPresent());
        if (place.isPresent()) {
            if (places.length < size()) {
                places = Arrays.copyOf(places, capacity());
            }
            places[i] = place.get();
        }
    }

    @Override
    protected void grow(int capacity) {
        operations = Arrays.copyOf(operations, capacity);
        ids = Arrays.copyOf(ids, capacity);
        sides = Arrays.copyOf(sides, SIDES * capacity);
    }

    /** Applies all operations one after the other; returns how many failed. */
    int applySingly(SpatialIndex index) {
        forgetResults();
        for (int i = 0; i < size(); i++) {
            try {
                if (operations[i] == Operation.GET) {
                    found(i, index.get(ids[i]));
                } else {
                    succeeded(i, apply(index, i));
                }
            } catch (RuntimeException e) {
                failed(i, e);
            }
        }
        return failed();
    }

    private boolean apply(SpatialIndex index, int i) {
        long id = ids[i];
        byte[] payload = payload(i);
        return switch (operations[i]) {
            case INSERT ->
                    payload == null
                            ? index.insert(id, minX(i), minY(i), maxX(i), maxY(i))
                            : index.insert(id, minX(i), minY(i), maxX(i), maxY(i), payload);
            case UPDATE -> index.update(id, minX(i), minY(i), maxX(i), maxY(i));
            case UPSERT ->
                    payload == null
                            ? index.upsert(id, minX(i), minY(i), maxX(i), maxY(i))
                            : index.upsert(id, minX(i), minY(i), maxX(i), maxY(i), payload);
            case DELETE -> index.delete(id);
            case SET_PAYLOAD -> index.setPayload(id, payload);
            case GET -> throw new IllegalArgumentException("a get is no change: position=" + i);
        };
    }

    /** Gives the last change a payload. */
    private SpatialBatch withPayload(byte[] payload) {
        if (payloads.length < size()) {
            payloads = Arrays.copyOf(payloads, capacity());
        }
        payloads[size() - 1] = payload;
        return this;
    }

    private SpatialBatch add(
            Operation operation, long id, double minX, double minY, double maxX, double maxY) {
        Coordinates.check(minX, minY, maxX, maxY);
        int i = addOne();
        operations[i] = operation;
        ids[i] = id;
        sides[SIDES * i] = minX;
        sides[SIDES * i + 1] = minY;
        sides[SIDES * i + 2] = maxX;
        sides[SIDES * i + 3] = maxY;
        return this;
    }
}
