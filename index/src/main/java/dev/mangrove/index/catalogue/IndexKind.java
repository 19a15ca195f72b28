package dev.mangrove.index.catalogue;

import dev.mangrove.index.wire.MalformedException;

/** Families of index. The code is part of the format. */
public enum IndexKind {
    /** Keys in order: the B-link family. */
    ORDERED(0),
    /** Rectangles: the R-tree family. */
    SPATIAL(1),
    /** Byte strings in order. */
    BYTES(2);

    private final int code;

    IndexKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static IndexKind of(int code) {
        return switch (code) {
            case 0 -> ORDERED;
            case 1 -> SPATIAL;
            case 2 -> BYTES;
            default -> throw new MalformedException("no such kind of index: kind=" + code);
        };
    }
}
