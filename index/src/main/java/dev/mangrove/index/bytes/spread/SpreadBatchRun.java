package dev.mangrove.index.bytes.spread;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.bytes.tree.Counters;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.session.RequestRefusedException;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Executes batches of operations, up to 64 at a time: first lookups of keys that no operation
 * changes, then what {@link SpreadBatch} executes together, then the rest one by one in their
 * order. Operations of one key are lookups, or one change, or part of the rest; so they keep their
 * order. Each operation gets a result or a failure.
 */
final class SpreadBatchRun {
    private static final int MOST = SpreadBatch.MOST;

    /** Bytes of values at the same time. Chosen: as many as are read at the same time. */
    private static final long MOST_BYTES = 1 << 20;

    private final SpreadTree tree;
    private final View view;

    /** Operations of the current part that have a result or a failure, a bit each. */
    private long done;

    /** What a batch needs of the view whose operations it executes. */
    interface View {
        /** Counts operations. */
        void count(int more);

        /** Counts an operation; throws if it finds that the index was dropped. */
        void countOne();

        /** Throws if a server was lost. */
        void confirm();

        /** The exception that an application sees. */
        RuntimeException failed(RuntimeException failure, BytesBatch.Operation operation);
    }

    SpreadBatchRun(SpreadTree tree, View view) {
        this.tree = tree;
        this.view = view;
    }

    /** Executes all operations; returns how many failed. */
    int run(BytesBatch batch) {
        batch.forgetResults();
        int to;
        for (int from = 0; from < batch.size(); from = to) {
            to = endOf(batch, from);
            runPart(batch, from, to);
        }
        return batch.failed();
    }

    private static int endOf(BytesBatch batch, int from) {
        int to = from + 1;
        long bytes = batch.newValue(from).length;
        while (to < batch.size() && to - from < MOST) {
            bytes += batch.newValue(to).length;
            if (bytes > MOST_BYTES) {
                break;
            }
            to++;
        }
        return to;
    }

    private void runPart(BytesBatch batch, int from, int to) {
        done = 0;
        if (to - from > 1) {
            lookUp(batch, from, to);
            if (tree.changesTogether()) {
                change(batch, from, to);
            }
        }
        for (int i = from; i < to; i++) {
            if ((done & 1L << (i - from)) == 0) {
                runAlone(batch, i);
            }
        }
    }

    /** If a lookup fails, all are left to be executed one by one, to learn which. */
    private void lookUp(BytesBatch batch, int from, int to) {
        int[] positions = new int[to - from];
        int count = 0;
        for (int i = from; i < to; i++) {
            if (batch.operation(i) == BytesBatch.Operation.GET
                    && ByteKeys.isKey(batch.key(i))
                    && isUnchanged(batch, i, from, to)) {
                positions[count++] = i;
            }
        }
        if (count < 2) {
            return;
        }
        byte[][] keys = new byte[count][];
        Arrays.setAll(keys, i -> batch.key(positions[i]));
        byte[] @Nullable [] values = new byte[count] @Nullable [];
        try {
            tree.getAll(keys, values);
            view.confirm();
        } catch (FabricException | RequestRefusedException e) {
            return;
        }
        view.count(count);
        for (int i = 0; i < count; i++) {
            batch.completed(positions[i], values[i] != null, values[i]);
            done |= 1L << (positions[i] - from);
        }
    }

    private static boolean isUnchanged(BytesBatch batch, int i, int from, int to) {
        for (int other = from; other < to; other++) {
            if (batch.operation(other) != BytesBatch.Operation.GET
                    && Arrays.equals(batch.key(other), batch.key(i))) {
                return false;
            }
        }
        return true;
    }

    /** A loss of a server that shows at the end takes all results back. */
    private void change(BytesBatch batch, int from, int to) {
        SpreadBatch together = tree.changeTogether(batch, from, to);
        @Nullable RuntimeException loss = null;
        try {
            tree.sendReplaced();
            view.confirm();
        } catch (RuntimeException e) {
            loss = e;
        }
        view.count(together.size());
        for (int i = 0; i < together.size(); i++) {
            if (together.isDone(i)) {
                deliver(batch, together, i, loss);
                done |= 1L << (together.position(i) - from);
            }
        }
    }

    private void deliver(
            BytesBatch batch, SpreadBatch together, int i, @Nullable RuntimeException loss) {
        int position = together.position(i);
        RuntimeException failure = loss != null ? loss : together.failure(i);
        if (failure == null) {
            batch.completed(position, together.isMet(i), null);
        } else {
            batch.failed(position, view.failed(failure, batch.operation(position)));
        }
    }

    private void runAlone(BytesBatch batch, int i) {
        BytesBatch.Operation operation = batch.operation(i);
        try {
            SpreadBytesIndex.check(batch.key(i), batch.newValue(i));
            SpreadBytesIndex.checkValue(batch.expected(i));
            view.countOne();
            byte @Nullable [] found = find(batch, i);
            boolean met =
                    switch (operation) {
                        case GET -> found != null;
                        case GET_AND_PUT -> found == null;
                        case ADD -> tree.hasAddedNew();
                        default -> change(batch, i);
                    };
            view.confirm();
            batch.completed(i, met, found);
        } catch (RuntimeException e) {
            batch.failed(i, view.failed(e, operation));
        }
    }

    /** Executes an operation that returns a value; null of others. */
    private byte @Nullable [] find(BytesBatch batch, int i) {
        byte[] key = batch.key(i);
        byte[] value = batch.newValue(i);
        return switch (batch.operation(i)) {
            case GET -> tree.get(key);
            case GET_AND_PUT -> tree.getAndPut(key, value);
            case ADD -> {
                long ttl = batch.ttlNanos(i);
                @Nullable Long ofNew = ttl == BytesBatch.NO_TTL ? null : (Long) ttl;
                yield Counters.bytes(tree.add(key, Counters.of(value), ofNew));
            }
            default -> null;
        };
    }

    /** Executes an operation that returns no value. */
    private boolean change(BytesBatch batch, int i) {
        byte[] key = batch.key(i);
        byte[] value = batch.newValue(i);
        byte[] expected = batch.expected(i);
        long ttl = batch.ttlNanos(i);
        return switch (batch.operation(i)) {
            case PUT -> ttl == BytesBatch.NO_TTL ? tree.put(key, value) : tree.put(key, value, ttl);
            case PUT_IF_ABSENT -> tree.putIfAbsent(key, value);
            case REPLACE -> tree.replace(key, expected, value);
            case DELETE -> tree.delete(key);
            case DELETE_IF_EQUAL -> tree.delete(key, expected);
            case EXPIRE -> tree.expire(key, ttl);
            case PERSIST -> tree.persist(key);
            case GET, GET_AND_PUT, ADD ->
                    throw new IllegalArgumentException("returns a value: " + batch.operation(i));
        };
    }
}
