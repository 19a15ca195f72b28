package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Mix;

import org.jspecify.annotations.Nullable;

/**
 * A measured operation: one kind, or a mix of YCSB.
 *
 * @param single the kind, or MIXED
 * @param mix the mix; null for a single kind
 */
record Operation(Single single, @Nullable Mix mix) {
    /** Kinds of operation. */
    enum Single {
        GET,
        UPDATE,
        INSERT,
        DELETE,
        RANGE,
        MIXED
    }

    /** The operation with a name. */
    static Operation of(String name) {
        return switch (name) {
            case "get" -> new Operation(Single.GET, null);
            case "update" -> new Operation(Single.UPDATE, null);
            case "insert" -> new Operation(Single.INSERT, null);
            case "delete" -> new Operation(Single.DELETE, null);
            case "range100" -> new Operation(Single.RANGE, null);
            default -> new Operation(Single.MIXED, Mix.of(name));
        };
    }
}
