package dev.mangrove.index.bytes.spread;

import dev.mangrove.index.access.SessionPages;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.strings.StringBatch;
import dev.mangrove.index.btree.strings.StringTree;
import dev.mangrove.index.btree.strings.StringValue;
import dev.mangrove.index.bytes.BytesBatch;
import dev.mangrove.index.page.bytes.ByteKeys;
import dev.mangrove.index.page.bytes.Extent;
import dev.mangrove.index.probe.RareBranch;
import dev.mangrove.index.wire.AddressSpace;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Operations of a batch that are executed at the same time, by verbs:
 *
 * <ol>
 *   <li>Long values are written into extents, by one batch for each server. No page names them yet.
 *   <li>Up to 16 leaves at a time are locked and read, changed, and unlocked, see {@link
 *       StringBatch}.
 * </ol>
 *
 * Only a change of a key that no other operation of the batch is of takes part, so the order of
 * operations on a key does not matter; and only one that needs not read a long value first. The
 * caller executes all others, and those that could not be done together, one by one. If a change
 * fails while leaves are locked, any of them may be visible: their extents stay granted until the
 * client is gone, and a search frees what they have replaced.
 */
final class SpreadBatch {
    /** Operations at the same time. */
    static final int MOST = StringBatch.MOST;

    private static final long NO_EXTENT = 0;

    private final SessionPages pages;
    private final StringTree tree;
    private final StringBatch changes;
    private final SpreadExtents extents;
    private final ExtentStock stock;
    private final StringValue value = new StringValue();
    private final StringValue expected = new StringValue();
    private final int[] positions = new int[MOST];
    private final long[] written = new long[MOST];
    private int size;

    /** Why all have failed; null if they have not. */
    private @Nullable RuntimeException failure;

    SpreadBatch(SessionPages pages, StringTree tree, SpreadExtents extents, ExtentStock stock) {
        this.pages = pages;
        this.tree = tree;
        this.changes = tree.newBatch(pages);
        this.extents = extents;
        this.stock = stock;
    }

    /**
     * Executes what can be executed together of the operations from one position to another. Each
     * of them then has a result, a failure, or was not begun.
     */
    void run(BytesBatch batch, int from, int to) {
        changes.begin();
        failure = null;
        try {
            if (collect(batch, from, to)) {
                execute();
                settle(batch);
            }
        } finally {
            changes.close();
        }
    }

    /** Number of operations that may have been executed. */
    int size() {
        return size;
    }

    /** Position of one of them in the batch. */
    int position(int i) {
        return positions[i];
    }

    /** Whether one of them has a result or a failure. */
    boolean isDone(int i) {
        return failure != null || changes.isDone(i);
    }

    /** Whether the condition of one of them was met. */
    boolean isMet(int i) {
        return changes.isMet(i);
    }

    /** Why one of them has failed, and may have been made all the same; null if it has not. */
    @Nullable RuntimeException failure(int i) {
        return failure != null ? failure : changes.failure(i);
    }

    /** Writes the values of all that take part; false if there is none, or it cannot be done. */
    private boolean collect(BytesBatch batch, int from, int to) {
        size = 0;
        try {
            stock.begin();
            for (int i = from; i < to; i++) {
                if (isSimple(batch, i) && isOnlyOne(batch, i, from, to)) {
                    add(batch, i);
                }
            }
            extents.settle();
            return size > 0;
        } catch (RuntimeException e) {
            // Each operation shows whether it needs the server that has failed.
            RareBranch.BATCH_ENTRY_ALONE.taken();
            extents.dropUnsettled();
            stock.putBackTaken();
            size = 0;
            return false;
        } catch (Error e) {
            extents.dropUnsettled();
            stock.failed();
            throw e;
        }
    }

    private static boolean isSimple(BytesBatch batch, int i) {
        boolean fits = ByteKeys.isKey(batch.key(i)) && batch.newValue(i).length <= Extent.LONGEST;
        return fits
                && switch (batch.operation(i)) {
                    case PUT -> !isTimed(batch, i);
                    case PUT_IF_ABSENT, DELETE -> true;
                    case REPLACE, DELETE_IF_EQUAL -> batch.expected(i).length <= StringValue.MOST;
                    case GET, GET_AND_PUT, ADD, EXPIRE, PERSIST -> false;
                };
    }

    private static boolean isTimed(BytesBatch batch, int i) {
        return batch.ttlNanos(i) != BytesBatch.NO_TTL;
    }

    private static boolean isOnlyOne(BytesBatch batch, int i, int from, int to) {
        for (int other = from; other < to; other++) {
            if (other != i && Arrays.equals(batch.key(other), batch.key(i))) {
                return false;
            }
        }
        return true;
    }

    private void add(BytesBatch batch, int i) {
        byte[] bytes = batch.newValue(i);
        long leaf = tree.leafFor(batch.key(i));
        if (!pages.locksTogether(leaf)) {
            return;
        }
        written[size] = NO_EXTENT;
        if (bytes.length <= StringValue.MOST) {
            value.set(bytes);
        } else {
            extents.home(AddressSpace.server(leaf));
            written[size] = extents.writeSoon(bytes);
            value.set(StringValue.EXTENT, written[size]);
        }
        changes.add(
                change(batch.operation(i)), batch.key(i), value, expected.set(batch.expected(i)));
        positions[size++] = i;
    }

    private static Change change(BytesBatch.Operation operation) {
        return switch (operation) {
            case PUT -> Change.PUT;
            case PUT_IF_ABSENT -> Change.PUT_IF_ABSENT;
            case REPLACE -> Change.REPLACE;
            case DELETE -> Change.DELETE;
            case DELETE_IF_EQUAL -> Change.DELETE_IF_EQUAL;
            case GET, GET_AND_PUT, ADD, EXPIRE, PERSIST ->
                    throw new IllegalArgumentException("not simple: " + operation);
        };
    }

    private void execute() {
        try {
            changes.run();
        } catch (RuntimeException e) {
            failure = e;
        } catch (Error e) {
            stock.failed();
            throw e;
        }
    }

    private void settle(BytesBatch batch) {
        boolean failed = false;
        for (int i = 0; i < size; i++) {
            if (failure(i) == null) {
                settle(i, batch.operation(positions[i]) == BytesBatch.Operation.PUT);
            } else {
                failed = true;
            }
        }
        if (failed) {
            stock.lostSome();
        } else {
            changes.replaced(stock::drop);
            stock.done();
        }
    }

    /** The extent of a change that has not failed is in the tree, or will not be. */
    private void settle(int i, boolean always) {
        if (written[i] == NO_EXTENT) {
            return;
        }
        if (changes.isDone(i) && (changes.isMet(i) || always)) {
            stock.stored(written[i]);
        } else {
            stock.putBack(written[i]);
        }
    }
}
