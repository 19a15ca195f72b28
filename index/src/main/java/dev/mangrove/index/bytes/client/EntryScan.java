package dev.mangrove.index.bytes.client;

/** Entries, one after the other; a cursor of a view shows them. */
public interface EntryScan {
    /** Goes to the next entry; false at the end. */
    boolean next();

    /** Key of the entry. */
    byte[] key();

    /** Value of the entry. */
    byte[] value();
}
