package dev.mangrove.index.rtree.page;

/** Number and fields of the entries of a tree's pages, and their offsets. */
public final class NodeShape {
    private static final int PLAIN_COLUMNS = 5;
    private static final int SIDES = 4;

    private final int fanout;
    private final boolean keyed;
    private final int groups;
    private final int summaryBytes;
    private final int firstColumn;
    private final int columnBytes;
    private final int pageSize;

    /**
     * Creates a shape.
     *
     * @param fanout most entries of a page
     * @param keyed whether entries have a key besides their rectangle and reference
     */
    public NodeShape(int fanout, boolean keyed) {
        this.fanout = fanout;
        this.keyed = keyed;
        this.groups = (fanout + Node.SLOTS - 1) / Node.SLOTS;
        this.summaryBytes = (groups + Node.SLOTS - 1) / Node.SLOTS * Node.LINE;
        this.firstColumn = Node.LINE + SIDES * summaryBytes;
        this.columnBytes = groups * Node.LINE;
        this.pageSize = firstColumn + (keyed ? PLAIN_COLUMNS + 1 : PLAIN_COLUMNS) * columnBytes;
    }

    /** Most entries of a page. */
    public int fanout() {
        return fanout;
    }

    /** Whether entries have a key. */
    public boolean keyed() {
        return keyed;
    }

    /** Groups of seven entries. */
    public int groups() {
        return groups;
    }

    /** Bytes of a column of the groups' bounds. */
    public int summaryBytes() {
        return summaryBytes;
    }

    /** Offset of the first column of entries. */
    public int firstColumn() {
        return firstColumn;
    }

    /** Bytes of a column. */
    public int columnBytes() {
        return columnBytes;
    }

    /** Bytes of a page. */
    public int pageSize() {
        return pageSize;
    }

    /** Offset of a slot in the first column. */
    public int slot(int slot) {
        return firstColumn + place(slot);
    }

    /** Offset of the left border of a group; the other borders are in the columns that follow. */
    public int group(int group) {
        return Node.LINE + place(group);
    }

    private static int place(int number) {
        return number / Node.SLOTS * Node.LINE + Long.BYTES + number % Node.SLOTS * Long.BYTES;
    }

    int maxX(int slot) {
        return slot(slot) + columnBytes;
    }

    int minY(int slot) {
        return slot(slot) + 2 * columnBytes;
    }

    int maxY(int slot) {
        return slot(slot) + 3 * columnBytes;
    }

    int reference(int slot) {
        return slot(slot) + 4 * columnBytes;
    }

    int key(int slot) {
        return slot(slot) + 5 * columnBytes;
    }
}
