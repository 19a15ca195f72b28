package dev.mangrove.index.page.bytes;

/**
 * Where the parts of a page lie, for pages of one size. Lines 0 to 2 are header and bounds. Then
 * come, up to the next whole line:
 *
 * <ul>
 *   <li>the <i>order</i>: a byte for each entry, the entries' slots in the order of their keys;
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
    static final int ORDER = 3 * BytesLine.BYTES;

    /** A head and a pointer. */
    private static final int INNER_BYTES = 2 * Long.BYTES;

    /** A page's order names a slot by a byte. */
    private static final int MOST_SLOTS = 256;

    private final int pageSize;
    private final int leafSlots;
    private final int innerSlots;

    /** The shape of pages of a size. */
    public BytesShape(int pageSize) {
        this.pageSize = pageSize;
        this.leafSlots = slots(pageSize, Byte.BYTES);
        this.innerSlots = slots(pageSize, INNER_BYTES);
    }

    /** The largest number of slots that fit together with their order and bytes of each beside. */
    private static int slots(int pageSize, int bytesBeside) {
        int slots = Math.min(MOST_SLOTS, Math.max(0, (pageSize - ORDER) / BytesLine.BYTES));
        while (slots > 0 && firstEntry(slots, bytesBeside) + slots * BytesLine.BYTES > pageSize) {
            slots--;
        }
        return slots;
    }

    private static int firstEntry(int slots, int bytesBeside) {
        int bytes = wholeWords(slots) + wholeWords(slots * bytesBeside);
        return ORDER + (bytes + BytesLine.BYTES - 1) / BytesLine.BYTES * BytesLine.BYTES;
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

    /** Offset of the fingerprints of a leaf, or of the heads of an inner page. */
    int beside(int level) {
        return ORDER + wholeWords(slots(level));
    }

    /** Offset of the pointers to the children of an inner page. */
    int children() {
        return beside(1) + innerSlots * Long.BYTES;
    }

    /** Offset of the first slot. */
    int firstEntry(int level) {
        return level == 0 ? firstEntry(leafSlots, Byte.BYTES) : firstEntry(innerSlots, INNER_BYTES);
    }
}
