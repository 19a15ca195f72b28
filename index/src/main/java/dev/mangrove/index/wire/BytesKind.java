package dev.mangrove.index.wire;

/**
 * Kinds of message that trees of byte strings use. Payloads start with {@link Words}, the first of
 * which names the tree as in {@link TreeKind}. Byte strings follow as a <i>body</i>; a word before
 * it has the length of each, or {@link #ABSENT}. A body that is too long for the request is sent
 * ahead by {@link #STAGE}, and the request has no bytes after its words.
 */
public final class BytesKind {
    /**
     * Makes sure that a server has a tree: tree, page size, fan-out. The answer is a pointer to the
     * tree's anchor.
     */
    public static final int OPEN = 104;

    /** Asks for the value of a key: tree, length of the key; key. The answer is as of CHANGE. */
    public static final int GET = 105;

    /**
     * Changes a key: tree, change, time to live in nanoseconds or -1, lengths of key, value and
     * expected value; these. The answer is 1 if it was met or 0, the length of the value that it
     * returns or {@link #ABSENT}, and the value.
     */
    public static final int CHANGE = 106;

    /**
     * Asks for entries: tree, most entries, flags, lengths of lower and upper end; these. The
     * answer is 1 if there may be more, and then entries: 4 bytes for the length of the key, 4 for
     * that of the value, both strings.
     */
    public static final int SCAN = 107;

    /**
     * Counts keys: tree, flags, lengths of lower and upper end; these. The answer is their number,
     * the length of the key at which to go on or {@link #ABSENT} at the end, and that key.
     */
    public static final int COUNT = 108;

    /**
     * Adds entries to the connection's bulk load: tree, fill as a double, length; entries as of
     * SCAN.
     */
    public static final int LOAD_SOME = 109;

    /** Ends a bulk load: tree, 1 to adopt it or 0 to abandon it. The answer is its entries. */
    public static final int LOAD_END = 110;

    /** Surveys a tree: tree. The answer is its shape and what is wrong with it. */
    public static final int SURVEY = 111;

    /**
     * Sends a part of the body of the connection's next request: tree, bytes of the whole body,
     * position of this part; the part.
     */
    public static final int STAGE = 112;

    /**
     * Executes operations on keys in order: tree, length; each a {@link BytesOperation}. The answer
     * is a {@link BytesOutcome} for each that was executed, at least one. Those that are missing
     * would have made the answer longer than {@link #LONGEST_BODY}; the client sends them again.
     */
    public static final int APPLY_ALL = 113;

    /** Asks how long a key has left: tree, length; key. The answer is nanoseconds, or -1. */
    public static final int TTL = 114;

    /**
     * Asks for extents by which the client replaces values in place: tree, bytes of each extent,
     * places of the client's table that are to have one. What these places had is freed. The answer
     * is the offset of the table and the number of places, the first ones, that have an extent now.
     */
    public static final int HOLD = 115;

    /** Grants, frees and finds extents that clients write: index, an {@link ExtentRequest}. */
    public static final int EXTENTS = 116;

    /** Code of a get among the operations of APPLY_ALL. */
    public static final int GET_OPERATION = 255;

    /** Stands for the length of a string that is absent. */
    public static final long ABSENT = -1;

    /** Flag: from the last key to the first. */
    public static final long DESCENDING = 1;

    /** Flag: the lower end belongs to the range. */
    public static final long LOW_INCLUDED = 2;

    /** Flag: the upper end belongs to the range. */
    public static final long HIGH_INCLUDED = 4;

    /** Most bytes of a body: a key and two values, or entries of a load. */
    public static final int LONGEST_BODY = (2 << 20) + (1 << 16);

    private BytesKind() {}
}
