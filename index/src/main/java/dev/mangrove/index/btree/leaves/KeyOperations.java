package dev.mangrove.index.btree.leaves;

import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.btree.level.Lookups;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Operations on keys of one tree that are executed together, each with a result or a failure of its
 * own. Those on the same key take effect in their order. Reusable.
 */
public final class KeyOperations {
    /** Most operations at the same time: one bit of a word each. */
    public static final int MOST = Lookups.MOST;

    private final @Nullable Change[] changes = new Change[MOST];
    private final long[] newValues = new long[MOST];
    private final long[] expected = new long[MOST];
    private final @Nullable RuntimeException[] failures = new RuntimeException[MOST];
    private final Lookups keys = new Lookups();
    private final Lookup lookup = new Lookup();
    private long done;
    private long met;
    private long failed;

    /** No operations yet. */
    public KeyOperations() {}

    /** Executes single operations. */
    public interface Executor {
        /** Whether a key is present; if so, {@code into} has its value. */
        boolean get(long key, Lookup into);

        /** Changes a key; whether the change's condition was met. */
        boolean change(Change change, long key, long value, long expected);
    }

    /** Removes all operations. */
    public void clear() {
        keys.clear();
        done = 0;
        met = 0;
        if (failed != 0) {
            Arrays.fill(failures, null);
            failed = 0;
        }
    }

    /** Adds an operation: a change, or a get if that is null. The tag is the caller's own. */
    public void add(@Nullable Change change, long key, long value, long expectedValue, int tag) {
        int i = keys.size();
        changes[i] = change;
        newValues[i] = value;
        expected[i] = expectedValue;
        keys.add(key, tag);
    }

    /** Number of operations. */
    public int size() {
        return keys.size();
    }

    /** Whether no further operation can be added. */
    public boolean isFull() {
        return keys.isFull();
    }

    /** The keys of all operations; what gets have found is in it. */
    public Lookups keys() {
        return keys;
    }

    /** The change that an operation is; null if it is a get. */
    public @Nullable Change change(int i) {
        return changes[i];
    }

    /** The value to store. */
    public long newValue(int i) {
        return newValues[i];
    }

    /** The value that is expected. */
    public long expected(int i) {
        return expected[i];
    }

    /** Stores the result of a change. */
    public void changed(int i, boolean isMet) {
        done |= 1L << i;
        met |= (isMet ? 1L : 0) << i;
    }

    /** Stores the result of a get; the value only counts if the key is present. */
    public void looked(int i, boolean present, long value) {
        if (present) {
            keys.found(i, value);
        }
        changed(i, present);
    }

    /** Stores a failure, also in place of a result. */
    public void failed(int i, RuntimeException failure) {
        done |= 1L << i;
        failed |= 1L << i;
        failures[i] = failure;
    }

    /** Whether an operation has a result or a failure. */
    public boolean isDone(int i) {
        return (done & 1L << i) != 0;
    }

    /** Whether an operation has neither a result nor a failure. */
    public boolean hasOpen() {
        return Long.bitCount(done) < size();
    }

    /** Whether an operation's condition was met, or its key is present. */
    public boolean isMet(int i) {
        return (met & 1L << i) != 0;
    }

    /** Why an operation failed; null if it did not. */
    public @Nullable RuntimeException failure(int i) {
        return failures[i];
    }

    /** Gives each operation that is not done a failure. */
    public void failRest(RuntimeException failure) {
        for (int i = 0; i < size(); i++) {
            if (!isDone(i)) {
                failed(i, failure);
            }
        }
    }

    /** Executes those that are not done, one after the other. */
    public void runRest(Executor by) {
        for (int i = 0; i < size(); i++) {
            if (!isDone(i)) {
                run(i, by);
            }
        }
    }

    private void run(int i, Executor by) {
        try {
            Change change = changes[i];
            if (change == null) {
                boolean present = by.get(keys.key(i), lookup);
                looked(i, present, lookup.value);
            } else {
                changed(i, by.change(change, keys.key(i), newValues[i], expected[i]));
            }
        } catch (RuntimeException e) {
            failed(i, e);
        }
    }
}
