package dev.mangrove.index.btree.level;

/** The value that a get has found. A view has one and hands it to each of its gets. */
public final class Lookup {
    /** The value; only if the get has found the key. */
    public long value;

    /** Nothing found yet. */
    public Lookup() {}
}
