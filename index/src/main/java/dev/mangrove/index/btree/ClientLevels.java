package dev.mangrove.index.btree;

/** Upper levels as a client needs them for more than single keys. */
interface ClientLevels extends UpperLevels {
    /** The root as it is now. */
    long root();

    /** Uses no copies any more, see {@link Partition#goUncached}. */
    void goUncached();
}
