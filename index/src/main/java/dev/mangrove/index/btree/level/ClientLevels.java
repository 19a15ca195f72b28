package dev.mangrove.index.btree.level;

import dev.mangrove.index.btree.partition.Partition;

/** Upper levels as a client needs them for more than single keys. */
public interface ClientLevels extends UpperLevels {
    /** The root as it is now. */
    long root();

    /** Uses no copies any more, see {@link Partition#goUncached}. */
    void goUncached();
}
