package dev.mangrove.index.wire;

import dev.mangrove.index.spatial.SpatialIndex;

/**
 * Kinds of message that spatial trees use. Their contents are {@link Words}; coordinates are the
 * bits of doubles, rectangles minX, minY, maxX, maxY. A tree is named by the id of its index.
 */
public final class SpatialKind {
    /** Makes sure that a server has a tree: index, design, fan-out. The answer is its anchor. */
    public static final int OPEN = 74;

    /** Changes an object: index, one of the changes below, id, rectangle. The answer is 1 or 0. */
    public static final int CHANGE = 75;

    /**
     * Searches a window: index, relation, limit, rectangle, number of a refinement or 0. The answer
     * has id and rectangle of each object, and then the number of pages that were looked at.
     */
    public static final int SEARCH = 76;

    /**
     * Searches the nearest objects: index, number, x, y. The answer has distance, id and rectangle
     * of each, and then the number of pages that were looked at.
     */
    public static final int NEAREST = 77;

    /** Counts in a window: index, rectangle. The answer is the number, and the pages looked at. */
    public static final int COUNT = 78;

    /** Collects objects for a bulk load: index, the client's number, then ids and rectangles. */
    public static final int LOAD_SOME = 79;

    /**
     * Ends a bulk load: index, the client's number, packing, fill as a double; or forgets it, if
     * the fill is 0. The answer is the number of objects.
     */
    public static final int LOAD_END = 80;

    /** Walks a tree: index. The answer is its shape and what is wrong with it, as texts. */
    public static final int WALK = 81;

    /** Asks how large the pages of a tree are: index. The answer is its profile. */
    public static final int PROFILE = 82;

    /** Asks for the number of a refinement: its name. */
    public static final int REFINEMENT = 83;

    /** Asks for an object: index, id. The answer is 1 and its rectangle, or 0. */
    public static final int GET = 84;

    /**
     * Changes objects: index, and for each {@link #CHANGE_WORDS} words: one of the changes below,
     * id, rectangle. The answer is an {@link OperationAnswer} without values.
     */
    public static final int APPLY_ALL = 85;

    /**
     * Asks for the payloads of objects: index, 1 to {@link #MOST_PAYLOADS} ids. The answer is the
     * number of payloads that it has, at least one; the length of each, or {@link #ABSENT}; and
     * these. Those that are missing would have made the answer too long; the client asks again.
     */
    public static final int PAYLOADS = 86;

    /**
     * Changes objects, with payloads: index, length; for each a {@link SpatialChange}. The answer
     * is as of {@link #APPLY_ALL}. Changes that are too long for the request are sent ahead by
     * {@link #STAGE}, and the request has nothing after its words.
     */
    public static final int APPLY_PAYLOADS = 87;

    /**
     * Sends a part of the changes of the connection's next request: index, bytes of all changes,
     * position of this part; the part.
     */
    public static final int STAGE = 88;

    /**
     * Changes and looks up objects: as {@link #APPLY_ALL}, with {@link #GET_OBJECT} among the
     * changes. The answer has a rectangle for each operation, which means something where a get has
     * found an object, and then an {@link OperationAnswer} without values.
     */
    public static final int APPLY_MIXED = 91;

    /** Most ids of a request for payloads. Chosen as {@link OperationAnswer#MOST}. */
    public static final int MOST_PAYLOADS = OperationAnswer.MOST;

    /** Stands for the length of a payload that is absent. */
    public static final long ABSENT = -1;

    /** Most bytes of the changes of a request: one with the longest payload, or short ones. */
    public static final int LONGEST_CHANGES = 2 * SpatialIndex.LONGEST_PAYLOAD;

    /** Change: insert. */
    public static final int INSERT = 0;

    /** Change: update. */
    public static final int UPDATE = 1;

    /** Change: delete. */
    public static final int DELETE = 2;

    /** Change: insert, or update if there is an object of that id. */
    public static final int UPSERT = 3;

    /** Change: set the payload; the rectangle means nothing. */
    public static final int SET_PAYLOAD = 4;

    /** In APPLY_MIXED, a lookup; the rectangle means nothing. */
    public static final int GET_OBJECT = 5;

    /** Words of a rectangle. */
    public static final int SIDES = 4;

    /** Words of a change: what it does, id and rectangle. */
    public static final int CHANGE_WORDS = 6;

    /** Words of an object: id and rectangle. */
    public static final int OBJECT_WORDS = 5;

    private SpatialKind() {}
}
