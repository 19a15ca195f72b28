package dev.mangrove.index.wire;

/** What a connection is for. The code is part of the format. */
public enum Role {
    /** Work of one client thread. */
    SESSION(0),
    /** A client process listens for heartbeats. */
    CONTROL(1),
    /** Another server of the pool. */
    MEMBER(2);

    private final int code;

    Role(int code) {
        this.code = code;
    }

    /** The code on the wire. */
    public int code() {
        return code;
    }

    /** The role of a code. */
    public static Role of(int code) {
        return switch (code) {
            case 0 -> SESSION;
            case 1 -> CONTROL;
            case 2 -> MEMBER;
            default -> throw new MalformedException("no such role: role=" + code);
        };
    }
}
