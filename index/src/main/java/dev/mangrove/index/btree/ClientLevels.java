package dev.mangrove.index.btree;

import dev.mangrove.index.page.EntryBuffer;

/** Upper levels as a client needs them for more than single keys. */
interface ClientLevels extends UpperLevels {
    /** The root as it is now. */
    long root();

    /**
     * Puts loaded leaves in the place of the tree's only one.
     *
     * @param old the only one
     * @param leaves lowest keys and pointers of those that take its place, in order
     * @param fill share of each inner page to fill
     */
    void adopt(long old, EntryBuffer leaves, double fill);
}
