package dev.mangrove.index.rtree.page;

/** How many entries the pages of one tree have, of how many numbers each, and where they are. */
public final class NodeShape {
    private static final int PLAIN_COLUMNS = 5;

    private final int fanout;
    private final boolean keyed;
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
        this.columnBytes = (fanout + Node.SLOTS - 1) / Node.SLOTS * Node.LINE;
        this.pageSize = Node.LINE + (keyed ? PLAIN_COLUMNS + 1 : PLAIN_COLUMNS) * columnBytes;
    }

    /** Most entries of a page. */
    public int fanout() {
        return fanout;
    }

    /** Whether entries have a key. */
    public boolean keyed() {
        return keyed;
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
    int slot(int slot) {
        return Node.LINE
                + slot / Node.SLOTS * Node.LINE
                + Long.BYTES
                + slot % Node.SLOTS * Long.BYTES;
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
