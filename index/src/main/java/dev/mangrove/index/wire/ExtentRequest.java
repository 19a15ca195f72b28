package dev.mangrove.index.wire;

/**
 * Operations of {@link BytesKind#EXTENTS}. A request has the index, the operation, and its words;
 * all are {@link Words}. The head of {@code index.bytes.spread} has the protocol.
 */
public final class ExtentRequest {
    /** Most words of a request or an answer. Chosen: they fit every connection's messages. */
    public static final int MOST_WORDS = 480;

    /** Most extents that a request asks for: the answer has a word for each. */
    public static final int MOST_EXTENTS = MOST_WORDS;

    /** The connection's client will use extents: nothing else. */
    public static final int JOIN = 0;

    /** The client has no extents any more, and has lost none: nothing else. */
    public static final int LEAVE = 1;

    /**
     * Asks for extents: size, number, 1 if those follow, else 0, and the extents of this size that
     * the client has been granted before and that may not be in the tree yet. If they follow, the
     * others of this size are in the tree, or were. The answer is pointers, at least one.
     */
    public static final int TAKE = 2;

    /** Frees extents: 1 if the client has lost some, else 0, and pointers. */
    public static final int FREE = 3;

    /**
     * Begins to look for extents that are lost: 1 to look in any case, or 0 to look if clients have
     * died or lost some. The answer is the number of the search, 0 for none; and 1 if the index may
     * have entries that expire, else 0.
     */
    public static final int SEARCH = 4;

    /**
     * Names extents that are in the tree: number of the search, pointers. The answer is those of
     * them that are not allocated.
     */
    public static final int FOUND = 5;

    /**
     * Ends a search: its number, and 1 to free what was not found, else 0. The answer is the number
     * of extents that were not found, or -1 if another search has begun meanwhile; and the number
     * of those that are allocated now.
     */
    public static final int END = 6;

    /**
     * The client will store entries that expire: nothing else. From now on the server's clock
     * ticks. The answer is its time.
     */
    public static final int EXPIRE = 7;

    private ExtentRequest() {}
}
