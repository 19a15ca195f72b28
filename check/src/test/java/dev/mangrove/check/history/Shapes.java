package dev.mangrove.check.history;

import java.util.EnumSet;
import java.util.List;

/** Mixes of operations for generated histories. */
final class Shapes {
    static final List<OpKind> ALL = List.copyOf(EnumSet.allOf(OpKind.class));
    static final List<OpKind> READ_WRITE = List.of(OpKind.GET, OpKind.PUT);
    static final List<OpKind> INDEX =
            List.of(
                    OpKind.GET,
                    OpKind.GET,
                    OpKind.PUT,
                    OpKind.PUT_IF_ABSENT,
                    OpKind.REPLACE,
                    OpKind.DELETE,
                    OpKind.DELETE_IF_EQUAL);
    static final List<OpKind> COUNTER = List.of(OpKind.GET, OpKind.FETCH_ADD);

    private Shapes() {}
}
