package dev.mangrove.check.history;

import java.io.IOException;

/**
 * Kinds of operation on a key. A key is a register that is absent or holds a value; an operation
 * <em>applies</em> when its condition on that state holds, and otherwise changes nothing.
 */
public enum OpKind {
    /** Reads. Counts as succeeded when the key is present. */
    GET(0),
    /** Writes the argument in any state. */
    PUT(1),
    /** Writes the argument if the key is absent. */
    PUT_IF_ABSENT(2),
    /** Writes the argument if the key is present. */
    PUT_IF_PRESENT(3),
    /** Writes the argument if the key holds the expected value: compare-and-set. */
    REPLACE(4),
    /** Makes the key absent. Applies when it is present. */
    DELETE(5),
    /** Adds the argument to the value; an absent key counts as 0. */
    FETCH_ADD(6),
    /** Makes the key absent if it holds the expected value. */
    DELETE_IF_EQUAL(7);

    private final int code;

    OpKind(int code) {
        this.code = code;
    }

    /** The number of this kind in a {@link HistoryFile}. */
    int code() {
        return code;
    }

    /** Whether a response can say that the condition did not hold. */
    public boolean refusable() {
        return this != PUT && this != FETCH_ADD;
    }

    /** Whether the operation compares the value with an expected one. */
    public boolean compares() {
        return this == REPLACE || this == DELETE_IF_EQUAL;
    }

    static OpKind ofCode(int code) throws IOException {
        for (OpKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IOException("no such kind: code=" + code);
    }
}
