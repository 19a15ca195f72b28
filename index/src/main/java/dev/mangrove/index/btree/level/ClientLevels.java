package dev.mangrove.index.btree.level;

import dev.mangrove.index.btree.partition.Partition;

/** Upper levels as a client needs them for more than single keys. */
public interface ClientLevels extends UpperLevels {
    /** The current root. */
    long root();

    /** Stops using copies, see {@link Partition#goUncached}. */
    void goUncached();
}
