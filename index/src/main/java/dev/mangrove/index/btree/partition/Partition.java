package dev.mangrove.index.btree.partition;

import dev.mangrove.index.btree.leaves.KeyOperations;
import dev.mangrove.index.btree.level.Lookups;
import dev.mangrove.index.btree.verify.BTreeVerifier;
import dev.mangrove.index.btree.verify.EntryCounts;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;

/** A tree that holds a share of an index's keys, or all of them. Used by one thread. */
public interface Partition extends KeyOperations.Executor {
    /** Starts to look up several keys, without waiting; {@link #finish} must follow. */
    default void start(Lookups wanted) {}

    /** Completes lookups that were started. */
    void finish(Lookups wanted);

    /** Starts several operations, without waiting; {@code finish} must follow. */
    default void start(KeyOperations wanted) {}

    /** Completes operations that were started; each gets a result or a failure. */
    default void finish(KeyOperations wanted) {
        wanted.runRest(this);
    }

    /** Entries in order; one cursor at a time. */
    Cursor scan(RangeQuery query);

    /** Number of keys from {@code from} to {@code to}, inclusive; no cursor is open. */
    default long count(long from, long to) {
        long count = 0;
        try (Cursor entries = scan(RangeQuery.between(from, to))) {
            while (entries.next()) {
                count++;
            }
        }
        return count;
    }

    /** Starts to fill an empty tree. */
    Loader loader(double fill);

    /** Verifies the whole tree. */
    void walk(BTreeVerifier walk);

    /** Adds what servers have counted of the tree; nothing where clients change leaves. */
    default void countEntries(EntryCounts into) {}

    /**
     * Called when a server of the index is lost. From now on each descent starts at the current
     * root and uses no copies: other clients cannot find what only a copy of a lost page leads to.
     * No effect for a tree at one server.
     */
    default void goUncached() {}

    /** Releases the view's resources. */
    void close();

    /** Fills an empty tree with entries in ascending order. */
    interface Loader {
        /** The next entry. */
        void add(long key, long value);

        /** Writes the remaining pages; nothing is visible yet. */
        void complete();

        /**
         * Makes all entries visible at once.
         *
         * @return false if the tree is not empty
         */
        boolean publish();

        /** Frees the written pages, unless they were published. */
        void discard();
    }
}
