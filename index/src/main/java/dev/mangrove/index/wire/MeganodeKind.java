package dev.mangrove.index.wire;

/**
 * Kinds of message that trees of meganodes use, numbered from 117 on, after those of {@link
 * BytesKind}; all payloads are {@link Words}. A request names the page where the server starts, the
 * root of a meganode; the tree's home server ignores it and starts at the tree's root. Many answers
 * begin with an outcome.
 */
public final class MeganodeKind {
    /**
     * Makes sure that a server knows a tree: tree, page size, fan-out, level of the roots of
     * meganodes, 1 if the server is the tree's home, 1 if the tree has several servers. The answer
     * of the home server is the pointer to the root, that of others 0.
     */
    public static final int OPEN = 117;

    /**
     * Asks for the value of a key: tree, start, a leaf that may cover the key or 0, key. The answer
     * is an outcome, the value or the page to go on with, and 1 if the start has split.
     */
    public static final int FIND = 118;

    /**
     * Asks for the values of keys, 1 to 64 of them: tree, and a start and a key for each. The
     * answer is a word with a bit for each key that is present, one with a bit for each key that
     * was not searched to the end, and then a value for each key.
     */
    public static final int FIND_ALL = 119;

    /**
     * Changes a key: tree, start, leaf, operation, key, value, expected, 1 if the server shall
     * split pages rather than answer {@link #SPREAD} or {@link #EXTEND}. The answer is an outcome,
     * the page to go on with, and keys and pointers of separators that the client shall {@link
     * #POST} at the home server.
     */
    public static final int CHANGE = 120;

    /**
     * Asks for entries: tree, start, from, to, most, 1 if descending, and what is wanted of them as
     * in {@link TreeKind#RANGE}. The answer is an outcome, the key and perhaps the page to go on
     * with, and then keys and values, keys, or values.
     */
    public static final int RANGE = 121;

    /** Posts the separator of a meganode's root at the home server: tree, key, pointer. */
    public static final int POST = 122;

    /**
     * Replaces a tree of one leaf by a loaded one: tree, the root of the loaded one, keys and
     * values of the leaf. The answer is 1 if this was done, 0 if the tree or the leaf has changed.
     */
    public static final int REPLACE = 123;

    /**
     * Executes 1 to 64 operations in order: tree, and for each the start, the operation or {@link
     * TreeKind#GET_OPERATION}, key, value, expected. The answer has {@link #SEPARATOR_WORDS} first:
     * the number of separators and their keys and pointers. Then it is an {@link OperationAnswer}.
     * The server stops before an operation that it cannot execute alone, which the client sends
     * again by itself, and after one that leaves separators.
     */
    public static final int APPLY_ALL = 124;

    /**
     * Ends the last meganode of the tree at a key, where a new one begins that the client has
     * written: tree, start, key, and the new meganode's first page of each level, the leaf first.
     * The answer is 1 if this was done, 0 if the last meganode is another or has such keys by now.
     */
    public static final int EXTEND_AT = 125;

    /** Words of an operation of {@link #APPLY_ALL}. */
    public static final int OPERATION_WORDS = 5;

    /** Words of separators in the answer to {@link #APPLY_ALL}. */
    public static final int SEPARATOR_WORDS = 5;

    /** Outcome: absent, or the condition was not met, or no more entries. */
    public static final int NO = 0;

    /** Outcome: present, or the condition was met, or perhaps more entries. */
    public static final int YES = 1;

    /** Outcome: the search goes on at another server. */
    public static final int ELSEWHERE = 2;

    /** Outcome: the start is no root of a meganode any more; the client starts at the root. */
    public static final int ASTRAY = 3;

    /** Outcome: the tree's only leaf is full; the client spreads the tree over the servers. */
    public static final int SPREAD = 4;

    /**
     * Outcome: the put would begin a meganode at the right end of the tree; the client begins one
     * at another server.
     */
    public static final int EXTEND = 5;

    private MeganodeKind() {}
}
