package dev.mangrove.index.catalogue;

import dev.mangrove.index.wire.MalformedException;

/** Families of index. The ordinal is part of the format. */
public enum IndexKind {
    /** Keys in order: the B-link family. */
    ORDERED,
    /** Rectangles: the R-tree family. */
    SPATIAL;

    private static final IndexKind[] KINDS = values();

    static IndexKind of(int code) {
        if (code < 0 || code >= KINDS.length) {
            throw new MalformedException("no such kind of index: kind=" + code);
        }
        return KINDS[code];
    }
}
