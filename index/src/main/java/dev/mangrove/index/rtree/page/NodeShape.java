package dev.mangrove.index.rtree.page;

/** How many entries the pages of one tree have, of how many numbers each, and where they are. */
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
     * A shape.
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

    /** Bytes of a column of what groups hold. */
    public int summaryBytes() {
        return summaryBytes;
    }

    /** Where the first column of entries is, from the start of a page. */
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

    /** Where a slot of the first column is, from the start of its page. */
    public int slot(int slot) {
        return firstColumn + place(slot);
    }

    /** Where the left border of a group is; the others are behind it, in the same order. */
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
