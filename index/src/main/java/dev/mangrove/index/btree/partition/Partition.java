package dev.mangrove.index.btree.partition;

import dev.mangrove.index.btree.level.BTreeVerifier;
import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.btree.level.Lookup;
import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.RangeQuery;

/** A tree that holds a share of an index's keys, or all of them. Of one thread. */
public interface Partition {
    /** Whether a key is there; if so, {@code into} has its value. */
    boolean get(long key, Lookup into);

    /** Changes a key; whether the change's condition was met. */
    boolean change(Change change, long key, long value, long expected);

    /** Entries in order; one cursor at a time. */
    Cursor scan(RangeQuery query);

    /** Starts to fill an empty tree. */
    Loader loader(double fill);

    /** Goes through the whole tree. */
    void walk(BTreeVerifier walk);

    /**
     * A server of the index is lost. From now on each way starts at the root as it is, without
     * copies: what can be found only by a copy of a lost page, other clients cannot find. A tree
     * that is on one server has nothing to do.
     */
    default void goUncached() {}

    /** Gives back what this view holds. */
    void close();

    /** Fills an empty tree with entries in ascending order. */
    interface Loader {
        /** The next entry. */
        void add(long key, long value);

        /** Writes what is left to write; nothing is visible yet. */
        void complete();

        /**
         * Makes all entries visible at once.
         *
         * @return false if the tree is not empty
         */
        boolean publish();

        /** Gives back what was written, unless it was published. */
        void discard();
    }
}
