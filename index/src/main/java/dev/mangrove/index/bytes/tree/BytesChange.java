package dev.mangrove.index.bytes.tree;

/** A change of one key. The code is part of the messages' format. */
public enum BytesChange {
    /** Stores a value; met if the key was absent. */
    PUT(0),
    /** Stores a value if the key is absent; met if it was. */
    PUT_IF_ABSENT(1),
    /** Stores a value if the key has an expected one; met if it had. */
    REPLACE(2),
    /** Removes a key; met if it was there. */
    DELETE(3),
    /** Removes a key if it has an expected value; met if it had. */
    DELETE_IF_EQUAL(4),
    /** Stores a value and returns the one before; met if the key was absent. */
    GET_AND_PUT(5),
    /** Adds to a counter of 8 bytes and returns the sum; met if the key was absent. */
    ADD(6);

    private final int code;

    BytesChange(int code) {
        this.code = code;
    }

    /** The number in messages. */
    public int code() {
        return code;
    }

    /** The change of a number. */
    public static BytesChange of(int code) {
        for (BytesChange change : values()) {
            if (change.code == code) {
                return change;
            }
        }
        throw new IllegalArgumentException("no such change: code=" + code);
    }
}
