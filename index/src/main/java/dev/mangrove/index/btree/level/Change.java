package dev.mangrove.index.btree.level;

/** Changes of one key. The code is part of the wire format. */
public enum Change {
    /** Gives the key a value; met if it is new. */
    PUT(0),
    /** Gives the key a value if it has none. */
    PUT_IF_ABSENT(1),
    /** Gives the key a value if it has the expected one. */
    REPLACE(2),
    /** Takes the key out; met if it was there. */
    DELETE(3),
    /** Takes the key out if it has the expected value. */
    DELETE_IF_EQUAL(4);

    private static final Change[] BY_CODE = values();

    private final int code;

    Change(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    static Change of(long code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("no such change: code=" + code);
        }
        return BY_CODE[(int) code];
    }
}
