package dev.mangrove.index.wire;

/** Outcome of a request. The code is part of the format. */
public enum Status {
    /** Done. */
    OK(0),
    /** The request cannot be understood, or breaks the protocol. */
    MALFORMED(1),
    /** The server knows no such kind of request, or speaks another format. */
    UNSUPPORTED(2),
    /** Not for this client, this connection or this server. */
    DENIED(3),
    /** The server's memory limit, or the system's memory, is used up. */
    OUT_OF_MEMORY(4),
    /** There is an index of that name already. */
    EXISTS(5),
    /** There is no such index, chunk or address. */
    NOT_FOUND(6),
    /** A value is outside of what is allowed. */
    INVALID(7),
    /** A limit other than memory is reached. */
    LIMIT(8),
    /** The server failed; its log says more. */
    INTERNAL(9),
    /** A page is damaged. */
    DAMAGED(10);

    private static final Status[] BY_CODE = values();

    private final int code;

    static {
        for (int code = 0; code < BY_CODE.length; code++) {
            if (BY_CODE[code].code != code) {
                throw new AssertionError("codes have gaps: " + BY_CODE[code]);
            }
        }
    }

    Status(int code) {
        this.code = code;
    }

    /** The code on the wire. */
    public int code() {
        return code;
    }

    /** The status of a code; one we do not know counts as {@link #INTERNAL}. */
    public static Status of(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : INTERNAL;
    }
}
