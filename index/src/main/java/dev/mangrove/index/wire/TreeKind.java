package dev.mangrove.index.wire;

/**
 * Kinds of message that trees use; all payloads are {@link Words}. A server may hold several trees
 * of one index; a tree is named by the index's id and, in the upper 16 bits, its number.
 */
public final class TreeKind {
    /**
     * Asks for pages: index, page size, number. The answer is their pointers, at least one, perhaps
     * fewer than asked for.
     */
    public static final int ALLOCATE_PAGES = 64;

    /**
     * Pages of an {@link #ALLOCATE_PAGES} at most. Chosen: their pointers fit into a message that
     * frees them, and one faulty client cannot take much at once.
     */
    public static final int MOST_PAGES = 960;

    /** Gives pages back: index, page size, 0 if they are dead or 1 if unused, pointers. */
    public static final int FREE_PAGES = 65;

    /**
     * Makes sure that a server has a tree: tree, page size, fan-out, lowest level. The answer is
     * the pointer to the root.
     */
    public static final int OPEN_TREE = 66;

    /** Asks for the value of a key: tree, key. The answer is 1 and the value, or 0. */
    public static final int GET = 67;

    /**
     * Changes a key: tree, operation, key, value, expected. The answer is 1 if it was met, or 0.
     */
    public static final int CHANGE = 68;

    /**
     * Asks for entries: tree, from, to, most, 1 if descending, and what of them: {@link
     * #RANGE_ENTRIES}, {@link #RANGE_KEYS} or {@link #RANGE_VALUES}. The answer is 1 if there may
     * be more, the last key that was read, and then keys and values, keys, or values.
     */
    public static final int RANGE = 69;

    /** In {@link #RANGE}: keys and values, in pairs. */
    public static final int RANGE_ENTRIES = 0;

    /** In {@link #RANGE}: keys. */
    public static final int RANGE_KEYS = 1;

    /** In {@link #RANGE}: values. */
    public static final int RANGE_VALUES = 2;

    /**
     * Replaces an empty tree by a loaded one: tree, the empty one's only leaf if that is dead, else
     * 0, the root of the loaded one, and the number of its entries. The answer is 1 if this was
     * done, or 0.
     */
    public static final int ADOPT = 70;

    /**
     * Asks for the leaf of a key: tree, key. The answer is its pointer, and the smallest key of the
     * inner page that names it.
     */
    public static final int LOCATE = 71;

    /** Posts the separator of a leaf: tree, its lowest key and its pointer. */
    public static final int POST = 72;

    /**
     * Removes the entry of a dead leaf: tree, key, its pointer, pointer of the leaf that covers its
     * keys.
     */
    public static final int WITHDRAW = 73;

    /** Merges pages of the upper levels: tree. The answer is how many are gone. */
    public static final int COLLAPSE = 96;

    /**
     * Asks for the values of keys, 1 to 64 of them: tree, keys. The answer is a word with a bit for
     * each key that is present, and then a value for each key, 0 if it is absent.
     */
    public static final int GET_ALL = 97;

    /** Asks for the leaves of keys, 1 to 64 of them: tree, keys. The answer is their pointers. */
    public static final int LOCATE_ALL = 98;

    /**
     * Executes operations: tree, and for each {@link #OPERATION_WORDS} words: the change as in
     * CHANGE or {@link #GET_OPERATION}, key, value, expected. The answer is an {@link
     * OperationAnswer}, whose values are those that gets have found.
     */
    public static final int APPLY_ALL = 100;

    /**
     * Asks for the leaves that the inner page above a key's leaf names: tree, key. The answer is
     * separators and pointers in order of keys; none if that page changed meanwhile.
     */
    public static final int LOCATE_NEAR = 101;

    /**
     * Has the server load an index from another one, in the background: {@link ShipmentRequest}.
     * The answer is the number of the shipment, a 64-bit number.
     */
    public static final int SHIP = 102;

    /**
     * Asks for the {@link ShipmentState} of a shipment of the same connection: its number. One that
     * has ended is then forgotten.
     */
    public static final int SHIPMENT_STATE = 103;

    /** Words of an operation in {@link #APPLY_ALL}. */
    public static final int OPERATION_WORDS = 4;

    /** In {@link #APPLY_ALL}: the operation is a get. */
    public static final int GET_OPERATION = 255;

    /**
     * Asks how many pages of an index are in use at a server: index, page size. The answer is the
     * number of pages that were allocated and not freed, how often pages were allocated or freed so
     * far, and the number of other sessions that are not gone and may hold pages.
     */
    public static final int COUNT_PAGES = 99;

    /**
     * Asks how many entries a server has counted in its leaves of a tree: tree. The answer is that
     * number, and the numbers of changes that have begun and that have ended; no words if the
     * server does not count. For a tree of meganodes, see {@link MeganodeKind#COUNT_ENTRIES}.
     */
    public static final int COUNT_ENTRIES = 89;

    /** Largest kind that belongs to trees; those past it are for services that others add. */
    public static final int LAST = 127;

    private static final int NUMBER_SHIFT = 48;

    private TreeKind() {}

    /** Names a tree of an index. */
    public static long tree(long index, int number) {
        return index | ((long) number << NUMBER_SHIFT);
    }

    /** The index that a tree belongs to. */
    public static long index(long tree) {
        return tree & ((1L << NUMBER_SHIFT) - 1);
    }
}
