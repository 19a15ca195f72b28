package dev.mangrove.peers.ordered;

import dev.mangrove.bench.ordered.Mix;

import org.jspecify.annotations.Nullable;

/**
 * What is measured: one kind of operation, or a mix of YCSB.
 *
 * @param single the one kind, or MIXED
 * @param mix the mix, if it is one
 */
record Operation(Single single, @Nullable Mix mix) {
    /** One kind. */
    enum Single {
        GET,
        UPDATE,
        INSERT,
        DELETE,
        RANGE,
        MIXED
    }

    /** The operation of a name. */
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
