package dev.mangrove.index.wire;

/**
 * Kinds of message. Those up to {@link #LAST_OF_SESSION} belong to the session, those up to {@link
 * TreeKind#LAST} to trees, the rest to services of plugins.
 */
public final class MessageKind {
    /** Introduces a connection: {@link HelloRequest}, {@link HelloAnswer}. */
    public static final int HELLO = 1;

    /** Asks for the members of the pool. */
    public static final int MEMBERS = 2;

    /** Asks for the server's status. */
    public static final int STATUS = 3;

    /** Echoes its payload. */
    public static final int ECHO = 4;

    /** Asks for the bytes of a {@link Range}: what a READ does, by message. */
    public static final int COPY_OUT = 5;

    /** Asks for a chunk: {@link ChunkRequest}, answered by a {@link Range}. */
    public static final int ALLOCATE_CHUNK = 8;

    /** Gives a chunk back: {@link Range}. */
    public static final int FREE_CHUNK = 9;

    /**
     * Asks whether a session is gone from the server: its number, and 1 if the server shall close
     * its connections where that keeps it from changing memory. The answer is 1 if it is gone, else
     * 0; all as {@link Words}.
     */
    public static final int IS_GONE = 10;

    /**
     * Asks for the short number by which the connection's session holds latches on the card, see
     * {@link ChipLatch}; one of the {@link Words}.
     */
    public static final int LATCH_HOLDER = 11;

    /** Asks for the session that has a short number; the answer is 0 if none has. */
    public static final int LATCH_OWNER = 12;

    /**
     * Acknowledges drops: no thread of the client writes any more to the first <i>n</i> indexes
     * that were dropped here; <i>n</i>, as one of the {@link Words}.
     */
    public static final int DROPS_SEEN = 13;

    /** Asks whether an index is still there: its id, of the {@link Words}. Refused if it is not. */
    public static final int CHECK_INDEX = 14;

    /** Creates an index from its specification; answered by its descriptor. */
    public static final int CREATE_INDEX = 16;

    /** Asks for the descriptor of a name. */
    public static final int OPEN_INDEX = 17;

    /** Asks for all descriptors. */
    public static final int LIST_INDEXES = 18;

    /** Drops the index of a name. */
    public static final int DROP_INDEX = 19;

    /** A server asks the registrar for its number in the pool. */
    public static final int JOIN = 24;

    /**
     * A server with a number reports its regions, and is a member from then on. The answer has the
     * members, and the ids of all indexes.
     */
    public static final int ANNOUNCE = 25;

    /** A member leaves the pool. */
    public static final int LEAVE = 26;

    /**
     * A member whose connection to the registrar has ended rejoins by another: the same payload as
     * for {@link #ANNOUNCE}, and the same answer.
     */
    public static final int REJOIN = 27;

    /** Unasked: how busy the server is, {@link Heartbeat}. */
    public static final int HEARTBEAT = 32;

    /** Unasked, registrar to member: the list of members has changed, {@link Notice}. */
    public static final int POOL_CHANGED = 33;

    /** Unasked, registrar to member: an index was dropped, {@link Notice}. */
    public static final int INDEX_DROPPED = 34;

    /** Largest kind that belongs to the session. */
    public static final int LAST_OF_SESSION = 63;

    /** Largest kind there can be. */
    public static final int LAST = 255;

    private MessageKind() {}
}
