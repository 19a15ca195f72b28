package dev.mangrove.index.rtree.page;

/** Number and fields of the entries of a tree's pages, and their offsets. */
public final class NodeShape {
    private static final int PLAIN_FIELDS = 5;
    private static final int SIDES = 4;

    private final int fanout;
    private final boolean keyed;
    private final int groups;
    private final int summaryBytes;
    private final int firstGroup;
    private final int groupBytes;
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
        this.firstGroup = Node.LINE + SIDES * summaryBytes;
        this.groupBytes = (keyed ? PLAIN_FIELDS + 1 : PLAIN_FIELDS) * Node.LINE;
        this.pageSize = firstGroup + groups * groupBytes;
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

    /** Offset of the first group of entries. */
    public int firstGroup() {
        return firstGroup;
    }

    /** Bytes of a group of entries: a line for each field. */
    public int groupBytes() {
        return groupBytes;
    }

    /** Bytes of a page. */
    public int pageSize() {
        return pageSize;
    }

    /** Offset of the left border in a slot; the other fields are in the lines that follow. */
    public int slot(int slot) {
        return firstGroup
                + slot / Node.SLOTS * groupBytes
                + Long.BYTES
                + slot % Node.SLOTS * Long.BYTES;
    }

    /** Offset of the left border of a group; the other borders are in the columns that follow. */
    public int group(int group) {
        return Node.LINE
                + group / Node.SLOTS * Node.LINE
                + Long.BYTES
                + group % Node.SLOTS * Long.BYTES;
    }

    int maxX(int slot) {
        return slot(slot) + Node.LINE;
    }

    int minY(int slot) {
        return slot(slot) + 2 * Node.LINE;
    }

    int maxY(int slot) {
        return slot(slot) + 3 * Node.LINE;
    }

    int reference(int slot) {
        return slot(slot) + 4 * Node.LINE;
    }

    int key(int slot) {
        return slot(slot) + 5 * Node.LINE;
    }
}
