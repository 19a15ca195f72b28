package dev.mangrove.index.wire;

/**
 * Kinds of message that trees of meganodes use, numbered from 117 on, after those of {@link
 * BytesKind}; all payloads are {@link Words}. Where the keys of a tree are byte strings, each
 * payload but those of {@link #OPEN} and {@link #COUNT_ENTRIES} has them behind its words, as
 * {@link dev.mangrove.index.page.strings.KeyPassage} says; such a tree knows no {@link #FIND_ALL},
 * {@link #RANGE}, {@link #APPLY_ALL} and {@link #EXTEND_AT}. A request names the page where the
 * server starts, the root of a meganode or, while a meganode moves, a page of it. The tree's home
 * server starts at the tree's root if the page is not its own. Many answers begin with an outcome.
 */
public final class MeganodeKind {
    /**
     * Makes sure that a server knows a tree: tree, page size, fan-out, level of the roots of
     * meganodes, 1 if the server is the tree's home, 1 if the tree has several servers, 1 if keys
     * are byte strings. The answer of the home server is the pointer to the root, that of others 0.
     */
    public static final int OPEN = 117;

    /**
     * Asks for the value of a key: tree, start, a leaf that may cover the key or 0, key. The answer
     * is an outcome, the value or the page to go on with, and 1 if the start has split; with {@link
     * #ELSEWHERE} {@link #BOUNDS_WORDS} instead of that 1.
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
     * the page to go on with, also with the separators, or 0, with {@link #ELSEWHERE} {@link
     * #BOUNDS_WORDS}, and levels, keys and pointers of separators that the client shall {@link
     * #POST}.
     *
     * <p>Where keys are byte strings, the request goes on with the value of an entry that expires
     * and that the client has judged, or 0, and 1 if it has expired. The answer goes on with kind
     * and word of the value that the leaf has lost, or -1 and 0; after {@link #UNJUDGED} those of
     * the entry to judge.
     */
    public static final int CHANGE = 120;

    /**
     * Asks for entries: tree, start, from, to, most, 1 if descending, and what is wanted of them as
     * in {@link TreeKind#RANGE}. The answer is an outcome, the key and perhaps the page to go on
     * with, and then keys and values, keys, or values.
     */
    public static final int RANGE = 121;

    /**
     * Posts the separator of a page: tree, start, level of the page that gets it, key, pointer. The
     * answer is as that of {@link #CHANGE}.
     */
    public static final int POST = 122;

    /**
     * Replaces a tree of one leaf by a loaded one: tree, the root of the loaded one, the number of
     * servers that have some of its entries, for each its number and how many it has, then keys and
     * values of the leaf. The answer is 1 if this was done, 0 if the tree or the leaf has changed.
     *
     * <p>With a last word of 1 instead of keys and values, a tree of any number of empty leaves.
     * The answer is then an outcome: {@link #NO} if a leaf has entries, {@link #ELSEWHERE} if not
     * all pages are at the home server or could be merged.
     */
    public static final int REPLACE = 123;

    /**
     * Executes 1 to 64 operations in order: tree, and for each the start, the operation or {@link
     * TreeKind#GET_OPERATION}, key, value, expected. The answer has {@link #SEPARATOR_WORDS} first:
     * the number of separators and their levels, keys and pointers. Then it is an {@link
     * OperationAnswer}. The server stops before an operation that it cannot execute alone, which
     * the client sends again by itself, and after one that leaves separators.
     */
    public static final int APPLY_ALL = 124;

    /**
     * Ends the last meganode of the tree at a key, where a new one begins that the client has
     * written: tree, start, key, and the new meganode's first page of each level, the leaf first.
     * The answer is 1 if this was done, 0 if the last meganode is another or has such keys by now.
     */
    public static final int EXTEND_AT = 125;

    /**
     * A step in the move of a page: tree, a step, and what that needs.
     *
     * <ul>
     *   <li>{@link #PLACE}, at the receiver: page, level, low, 1 if there is an upper bound, high,
     *       right, keys and values. The answer is the copy.
     *   <li>{@link #DISCARD}, at the receiver: copy, which the sender does not lead to.
     *   <li>{@link #FORWARD}, at the sender: page, copy, the page's stamp, keys and values. The
     *       answer is YES if the page is dead now and leads to the copy, NO if it has changed,
     *       {@link #ARRIVING} if it has come by a move that is not complete.
     *   <li>{@link #CANCEL}, at the sender: page, copy. The answer is 1 if the page leads to the
     *       copy; if it is 0, it never will.
     *   <li>{@link #COMPLETE}, at the receiver: copy, which the tree leads to without the old page.
     *   <li>{@link #FORGET}, at the receiver: copy, whose old page has been freed.
     *   <li>{@link #PENDING}, at the receiver: a copy, or the least number. The answer has 1 if the
     *       server has ever ended a page that moved away, else 0, and then up to {@link
     *       #MOST_PENDING} moves after that of this copy, {@link #PENDING_WORDS} of each: copy,
     *       page, level, low, 1 if it is complete.
     * </ul>
     */
    public static final int MOVE = 126;

    /**
     * Corrects pointers to a page: tree, start, a correction, level, key, page, new page. The
     * answer is as that of {@link #CHANGE}; NO if there is no such level.
     *
     * <ul>
     *   <li>{@link #REPOINT}: in an entry of the page of this level that covers the key;
     *   <li>{@link #RELINK}: in the right link of the page of this level that covers the key;
     *   <li>{@link #WITHDRAW}: in any level, removes entries that name the page, which is gone. If
     *       one is the first of its page, the outcome is {@link #UNCOVERED}, and the answer goes on
     *       with that page's level and smallest key.
     *   <li>{@link #COVER}: in the entries of the page of this level that covers the key, where the
     *       page is gone and the new one covers the key. Only a first entry gets the new page,
     *       others are removed.
     * </ul>
     */
    public static final int CORRECT = 127;

    /**
     * Asks how many entries a server has counted in its leaves: tree. The answer is that of {@link
     * TreeKind#COUNT_ENTRIES}, 1 if a move to this server is not complete, and, from the tree's
     * home server, pairs: the number of a server, and how many entries loads have written there,
     * which that server has not counted. No words if the server does not know the tree, or does not
     * count.
     */
    public static final int COUNT_ENTRIES = 90;

    /** Step of {@link #MOVE}. */
    public static final int PLACE = 0;

    /** Step of {@link #MOVE}. */
    public static final int DISCARD = 1;

    /** Step of {@link #MOVE}. */
    public static final int FORWARD = 2;

    /** Step of {@link #MOVE}. */
    public static final int CANCEL = 3;

    /** Step of {@link #MOVE}. */
    public static final int COMPLETE = 4;

    /** Step of {@link #MOVE}. */
    public static final int FORGET = 5;

    /** Step of {@link #MOVE}. */
    public static final int PENDING = 6;

    /** Most moves in an answer to {@link #PENDING}. Chosen: less than a page. */
    public static final int MOST_PENDING = 16;

    /** Words of a move in an answer to {@link #PENDING}. */
    public static final int PENDING_WORDS = 5;

    /** Correction of {@link #CORRECT}. */
    public static final int REPOINT = 0;

    /** Correction of {@link #CORRECT}. */
    public static final int RELINK = 1;

    /** Correction of {@link #CORRECT}. */
    public static final int WITHDRAW = 2;

    /** Correction of {@link #CORRECT}. */
    public static final int COVER = 3;

    /**
     * Words after {@link #ELSEWHERE} that tell for which keys the page to go on with is the root of
     * a meganode, as the page above it has it: smallest key, upper bound, {@link #UNKNOWN} or
     * {@link #BOUNDED} or {@link #UNBOUNDED}. Only the home server knows.
     */
    public static final int BOUNDS_WORDS = 3;

    /** The page to go on with is no meganode's root, or it is not known for which keys. */
    public static final int UNKNOWN = 0;

    /** The keys have an upper bound. */
    public static final int BOUNDED = 1;

    /** The keys have no upper bound. */
    public static final int UNBOUNDED = 2;

    /** Words of an operation of {@link #APPLY_ALL}. */
    public static final int OPERATION_WORDS = 5;

    /**
     * Most separators in an answer. Chosen: one each of a leaf, of an inner page, and of a page
     * that the request has passed.
     */
    public static final int MOST_SEPARATORS = 3;

    /** Words of separators in the answer to {@link #APPLY_ALL}: a number, and three of each. */
    public static final int SEPARATOR_WORDS = 1 + 3 * MOST_SEPARATORS;

    /** Outcome: absent, or the condition was not met, or no more entries. */
    public static final int NO = 0;

    /** Outcome: present, or the condition was met, or perhaps more entries. */
    public static final int YES = 1;

    /** Outcome: the search goes on at another server. */
    public static final int ELSEWHERE = 2;

    /** Outcome: the start does not lead to the key; the client starts at the root. */
    public static final int ASTRAY = 3;

    /** Outcome: the tree's only leaf is full; the client spreads the tree over the servers. */
    public static final int SPREAD = 4;

    /**
     * Outcome: the put would begin a meganode at the right end of the tree; the client begins one
     * at another server.
     */
    public static final int EXTEND = 5;

    /** Outcome: the start has been freed; the client has the entry removed that named it. */
    public static final int GONE = 6;

    /** Outcome: the page has come to the server by a move that must be completed first. */
    public static final int ARRIVING = 7;

    /** Outcome: the first entry of a page names a page that is gone, and needs another one. */
    public static final int UNCOVERED = 8;

    /**
     * Outcome: the change met an entry that expires; the client judges it, by the clock of its
     * extent's server, and asks again. Nothing was changed.
     */
    public static final int UNJUDGED = 9;

    private MeganodeKind() {}
}
