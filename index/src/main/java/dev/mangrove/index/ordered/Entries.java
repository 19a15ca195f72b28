package dev.mangrove.index.ordered;

/** A stream of entries that allocates nothing per entry: {@link #next}, then look. */
public interface Entries {
    /** Goes to the next entry; false at the end. */
    boolean next();

    /** Key of the current entry. */
    long key();

    /** Value of the current entry. */
    long value();
}
