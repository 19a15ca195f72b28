package dev.mangrove.index.wire;

/** Kinds of message that trees use; all payloads are {@link Words}. */
public final class TreeKind {
    /**
     * Asks for pages: index, page size, number. The answer is their pointers, at least one, perhaps
     * fewer than asked for.
     */
    public static final int ALLOCATE_PAGES = 64;

    /** Gives pages back: index, page size, 0 if they are dead or 1 if unused, pointers. */
    public static final int FREE_PAGES = 65;

    /**
     * Makes sure that a server has its tree of an index: index, page size, fan-out, lowest level.
     * The answer is the pointer to the root.
     */
    public static final int OPEN_TREE = 66;

    /** Asks for the value of a key: index, key. The answer is 1 and the value, or 0. */
    public static final int GET = 67;

    /**
     * Changes a key: index, operation, key, value, expected. The answer is 1 if it was met, or 0.
     */
    public static final int CHANGE = 68;

    /**
     * Asks for entries: index, from, to, most, 1 if descending. The answer is 1 if there may be
     * more, and then keys and values.
     */
    public static final int RANGE = 69;

    /** Adds many entries: index, fill in per cent, then keys and values in ascending order. */
    public static final int APPEND = 70;

    /** Asks for the leaf of a key: index, key. The answer is its pointer. */
    public static final int LOCATE = 71;

    /** Tells of leaves: index, fill in per cent, then lowest key and pointer of each. */
    public static final int POST = 72;

    /** Tells that a leaf is no more: index, key, its pointer, pointer of the one that covers it. */
    public static final int WITHDRAW = 73;

    private TreeKind() {}
}
