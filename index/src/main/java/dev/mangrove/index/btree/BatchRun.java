package dev.mangrove.index.btree;

import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.partition.Partition;
import dev.mangrove.index.btree.partition.Shares;
import dev.mangrove.index.ordered.OrderedBatch;

import org.jspecify.annotations.Nullable;

/**
 * Divides the operations of a batch among the partitions, which work on them at the same time. Each
 * operation gets a result or a failure.
 */
final class BatchRun {
    private final Partition[] partitions;
    private final Shares shares;
    private final Runnable confirm;
    private final Translation translation;
    private final KeyOperations[] parts;

    /** Turns failures into what applications see. */
    interface Translation {
        /**
         * The exception of an operation.
         *
         * @param change what was under way; null if nothing can have changed
         */
        RuntimeException of(RuntimeException failure, @Nullable Change change, long key);
    }

    /**
     * Creates a run over partitions.
     *
     * @param confirm throws if a server has been lost
     */
    BatchRun(Partition[] partitions, Shares shares, Runnable confirm, Translation translation) {
        this.partitions = partitions;
        this.shares = shares;
        this.confirm = confirm;
        this.translation = translation;
        this.parts = new KeyOperations[partitions.length];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new KeyOperations();
        }
    }

    /** Executes all operations; returns how many failed. */
    int run(OrderedBatch batch) {
        batch.forgetResults();
        for (int i = 0; i < batch.size(); i++) {
            KeyOperations part = parts[shares.of(batch.key(i))];
            part.add(
                    change(batch.operation(i)),
                    batch.key(i),
                    batch.newValue(i),
                    batch.expected(i),
                    i);
            if (part.isFull() || i == batch.size() - 1) {
                try {
                    execute(batch);
                } finally {
                    clear();
                }
            }
        }
        return batch.failed();
    }

    private static @Nullable Change change(OrderedBatch.Operation operation) {
        return switch (operation) {
            case GET -> null;
            case PUT -> Change.PUT;
            case PUT_IF_ABSENT -> Change.PUT_IF_ABSENT;
            case REPLACE -> Change.REPLACE;
            case DELETE -> Change.DELETE;
            case DELETE_IF_EQUAL -> Change.DELETE_IF_EQUAL;
        };
    }

    /**
     * Executes the operations of all partitions. A loss of a server that shows only at the end
     * takes all results back: another client may never see what was done.
     */
    private void execute(OrderedBatch batch) {
        RuntimeException before = lossOf();
        if (before == null) {
            work();
        }
        RuntimeException loss = before == null ? lossOf() : before;
        for (KeyOperations part : parts) {
            for (int i = 0; i < part.size(); i++) {
                RuntimeException failure = loss == null ? part.failure(i) : loss;
                if (failure == null) {
                    deliver(part, i, batch);
                } else {
                    @Nullable Change change = before == null ? part.change(i) : null;
                    batch.failed(
                            part.keys().tag(i),
                            translation.of(failure, change, part.keys().key(i)));
                }
            }
        }
    }

    private static void deliver(KeyOperations part, int i, OrderedBatch batch) {
        int position = part.keys().tag(i);
        if (part.change(i) == null) {
            batch.found(position, part.isMet(i), part.keys().value(i));
        } else {
            batch.succeeded(position, part.isMet(i));
        }
    }

    private @Nullable RuntimeException lossOf() {
        try {
            confirm.run();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /**
     * Starts the operations of all partitions, then completes them. Those that were started are
     * completed also after an Error, because their answers are on the way.
     */
    private void work() {
        @Nullable Error error = null;
        int started = 0;
        try {
            for (; started < partitions.length; started++) {
                start(started);
            }
        } catch (Error e) {
            error = e;
        }
        for (int i = 0; i < started; i++) {
            try {
                finish(i);
            } catch (Error e) {
                error = error == null ? e : error;
            }
        }
        if (error != null) {
            throw error;
        }
    }

    private void start(int i) {
        if (parts[i].size() > 0) {
            try {
                partitions[i].start(parts[i]);
            } catch (RuntimeException e) {
                parts[i].failRest(e);
            }
        }
    }

    private void finish(int i) {
        if (parts[i].hasOpen()) {
            try {
                partitions[i].finish(parts[i]);
            } catch (RuntimeException e) {
                parts[i].failRest(e);
            }
        }
    }

    private void clear() {
        for (KeyOperations part : parts) {
            part.clear();
        }
    }
}
