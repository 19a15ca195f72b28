package dev.mangrove.index.wire;

/** What a connection is for. The ordinal is part of the format. */
public enum Role {
    /** Work of one client thread. */
    SESSION,
    /** A client process listens for heartbeats. */
    CONTROL,
    /** Another server of the pool. */
    MEMBER;

    private static final Role[] ROLES = values();

    /** The role of a code. */
    public static Role of(int code) {
        if (code < 0 || code >= ROLES.length) {
            throw new MalformedException("no such role: role=" + code);
        }
        return ROLES[code];
    }
}
