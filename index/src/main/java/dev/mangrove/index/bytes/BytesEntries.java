package dev.mangrove.index.bytes;

/** A stream of entries: {@link #next}, then look. */
public interface BytesEntries {
    /** Goes to the next entry; false at the end. */
    boolean next();

    /** Key of the current entry. */
    byte[] key();

    /** Value of the current entry. */
    byte[] value();
}
