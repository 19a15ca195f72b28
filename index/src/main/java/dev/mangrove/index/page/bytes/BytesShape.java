package dev.mangrove.index.page.bytes;

/**
 * Where the parts of a page lie, for pages of one size. Lines 0 to 2 are header and bounds. Then
 * come, up to the next whole line:
 *
 * <ul>
 *   <li>the <i>order</i>: a byte for each entry, the entries' slots in the order of their keys. Up
 *       to 32 bytes lie in the header instead;
 *   <li>in leaves the <i>fingerprints</i>: a byte of a hash of the key, for each slot;
 *   <li>in inner pages the <i>heads</i>, the first 8 bytes of each key after the page's prefix, and
 *       then the pointers to the children, both in the order of the keys.
 * </ul>
 *
 * The remaining lines are slots, an entry each. An entry of a leaf takes the first free slot at or
 * after the one that its key's hash selects, so that a get can prefetch that slot together with the
 * header.
 */
public final class BytesShape {
    static final int LOW = BytesLine.BYTES;
    static final int HIGH = 2 * BytesLine.BYTES;

    /** Offset behind the bounds. */
    private static final int BESIDE = 3 * BytesLine.BYTES;

    /** Offset in the header of the order of up to so many slots; that of more is elsewhere. */
    private static final int HEADER_ORDER = 32;

    private static final int IN_HEADER = BytesLine.BYTES - HEADER_ORDER;

    /** A head and a pointer. */
    private static final int INNER_BYTES = 2 * Long.BYTES;

    /** A page's order names a slot by a byte. */
    private static final int MOST_SLOTS = 256;

    private final int pageSize;
    private final int leafSlots;
    private final int innerSlots;
    private final int leafBeside;
    private final int innerBeside;
    private final int leafEntries;
    private final int innerEntries;

    /** The shape of pages of a size. */
    public BytesShape(int pageSize) {
        this.pageSize = pageSize;
        this.leafSlots = slots(pageSize, Byte.BYTES);
        this.innerSlots = slots(pageSize, INNER_BYTES);
        this.leafBeside = BESIDE + orderBytes(leafSlots);
        this.innerBeside = BESIDE + orderBytes(innerSlots);
        this.leafEntries = firstEntry(leafSlots, Byte.BYTES);
        this.innerEntries = firstEntry(innerSlots, INNER_BYTES);
    }

    /** The largest number of slots that fit together with their order and bytes of each beside. */
    private static int slots(int pageSize, int bytesBeside) {
        int slots = Math.min(MOST_SLOTS, Math.max(0, (pageSize - BESIDE) / BytesLine.BYTES));
        while (slots > 0 && firstEntry(slots, bytesBeside) + slots * BytesLine.BYTES > pageSize) {
            slots--;
        }
        return slots;
    }

    private static int firstEntry(int slots, int bytesBeside) {
        int bytes = orderBytes(slots) + wholeWords(slots * bytesBeside);
        return BESIDE + (bytes + BytesLine.BYTES - 1) / BytesLine.BYTES * BytesLine.BYTES;
    }

    /** Bytes of the order of so many slots behind the bounds. */
    private static int orderBytes(int slots) {
        return slots <= IN_HEADER ? 0 : wholeWords(slots);
    }

    private static int wholeWords(int bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    /** Bytes of a page. */
    public int pageSize() {
        return pageSize;
    }

    /** Number of entries that a page of a level has room for. */
    public int slots(int level) {
        return level == 0 ? leafSlots : innerSlots;
    }

    /** Offset of the order. */
    int order(int level) {
        return slots(level) <= IN_HEADER ? HEADER_ORDER : BESIDE;
    }

    /** Offset of the fingerprints of a leaf, or of the heads of an inner page. */
    int beside(int level) {
        return level == 0 ? leafBeside : innerBeside;
    }

    /** Offset of the pointers to the children of an inner page. */
    int children() {
        return innerBeside + innerSlots * Long.BYTES;
    }

    /** Offset of the first slot. */
    int firstEntry(int level) {
        return level == 0 ? leafEntries : innerEntries;
    }
}
