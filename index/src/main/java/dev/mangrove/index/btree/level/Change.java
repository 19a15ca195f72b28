package dev.mangrove.index.btree.level;

/** Changes of one key. The code is part of the wire format. */
public enum Change {
    /** Sets the key's value; met if the key is new. */
    PUT(0),
    /** Sets the key's value if the key is absent. */
    PUT_IF_ABSENT(1),
    /** Sets the key's value if it equals the expected one. */
    REPLACE(2),
    /** Removes the key; met if it was present. */
    DELETE(3),
    /** Removes the key if its value equals the expected one. */
    DELETE_IF_EQUAL(4);

    private static final Change[] BY_CODE = values();

    private final int code;

    Change(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /**
     * Whether the change's condition is met by a key's state.
     *
     * @param isExpected whether the value is the expected one
     */
    public boolean isMet(boolean there, boolean isExpected) {
        return switch (this) {
            case PUT, PUT_IF_ABSENT -> !there;
            case DELETE -> there;
            case REPLACE, DELETE_IF_EQUAL -> there && isExpected;
        };
    }

    /** Whether it removes the key. */
    boolean isDelete() {
        return this == DELETE || this == DELETE_IF_EQUAL;
    }

    public static Change of(long code) {
        if (code < 0 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("no such change: code=" + code);
        }
        return BY_CODE[(int) code];
    }
}
