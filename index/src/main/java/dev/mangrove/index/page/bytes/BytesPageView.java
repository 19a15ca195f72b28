package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.PagePointer;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * A read of one page in place; {@code index.bytes.direct} has the protocol. What was read may be
 * used only if {@link #isValid} returns true afterwards; until then it may be bytes of several
 * states of the page, or of whatever the memory was used for since. No method fails because of such
 * bytes. Used by one thread.
 */
public final class BytesPageView {
    /** Returned instead of a slot or position when there is none. */
    public static final int NONE = -1;

    static final int STAMP = 0;
    static final int KIND = 8;
    static final int RIGHT = 16;
    static final int COUNTS = 24;

    private static final long MAGIC = 0x4D42L << 48;
    private static final long FORMAT = 3L << 40;
    private static final int LEVEL_SHIFT = 32;
    private static final int LEVEL_MASK = 0xFF;
    private static final long TAG_MASK = 0xFFFFFFFFL;
    private static final int COUNT_MASK = 0xFFFF;
    private static final int PREFIX_SHIFT = 16;
    private static final int EXPIRING_SHIFT = 32;

    /** A byte of each 1, and the highest bit of each byte. */
    private static final long ONES = 0x0101010101010101L;

    private static final long HIGH_BITS = 0x8080808080808080L;

    /**
     * Lines that can be planned; more are not prefetched. Chosen: more than three for each of 64
     * keys, and two for each entry of a leaf.
     */
    private static final int MOST_PLANNED = 320;

    private final MemorySegment memory;
    private final BytesShape shape;
    private final int tag;
    private long[] planned = {};
    private long pointer;
    private long base;
    private long stamp;
    private int level;
    private int count;
    private int prefix;
    private int expiring;
    private long order;
    private long beside;
    private long children;
    private long firstEntry;
    private int slots;
    private boolean torn;

    private int plans;

    @SuppressWarnings("unused") // Kept so that what is fetched ahead is fetched.
    private long ahead;

    /** Creates a view of pages of one tree. */
    public BytesPageView(MemorySegment memory, BytesShape shape, int tag) {
        this.memory = memory;
        this.shape = shape;
        this.tag = tag;
    }

    /** Lookups of many keys in leaves of the same tree. */
    public BytesLookups lookups(int most) {
        return new BytesLookups(memory, shape, tag, most);
    }

    /**
     * Shows a page; false if it is being changed, or if the pointer leads to no page of the tree,
     * because that has been freed.
     */
    public boolean open(long at) {
        pointer = at;
        base = PagePointer.offset(at);
        torn = false;
        if (!isPage(base)) {
            return false;
        }
        stamp = SharedWords.acquire(memory, base + STAMP);
        if (!PageVersion.isOf(stamp, at)) {
            return false;
        }
        return !PageVersion.isOdd(stamp) && header();
    }

    /** Whether a pointer leads to a page of the tree, which may be being changed. */
    public boolean isThere(long at) {
        return open(at)
                || (isPage(base) && PageVersion.isOf(stamp, at) && PageVersion.isOdd(stamp));
    }

    private boolean header() {
        long kind = load(KIND);
        level = (int) (kind >>> LEVEL_SHIFT) & LEVEL_MASK;
        if (kind != kind(tag, level)) {
            return false;
        }
        slots = shape.slots(level);
        order = base + shape.order(level);
        beside = base + shape.beside(level);
        children = base + shape.children();
        firstEntry = base + shape.firstEntry(level);
        long counts = load(COUNTS);
        count = (int) counts & COUNT_MASK;
        prefix = prefix(counts);
        expiring = (int) (counts >>> EXPIRING_SHIFT) & COUNT_MASK;
        if (count > slots || prefix > ByteKeys.LONGEST) {
            count = 0;
            prefix = 0;
            torn = true;
        }
        return true;
    }

    /** Whether everything read since {@link #open} is valid. */
    public boolean isValid() {
        SharedWords.acquireFence();
        return !torn && SharedWords.plain(memory, base + STAMP) == stamp;
    }

    /** Whether bytes were found that no state of the page has. */
    boolean isTorn() {
        return torn;
    }

    /**
     * Prefetches what a get reads of a leaf: the header, the bounds, the fingerprints, and the slot
     * that the hash selects. Loads of these come before the acquire load of {@link #open}, so that
     * the processor waits for all of them at once.
     */
    public void fetchLeaf(long at, long hash) {
        long offset = PagePointer.offset(at);
        if (isPage(offset)) {
            ahead =
                    SharedWords.fetch(memory, offset)
                            ^ SharedWords.fetch(memory, offset + BytesShape.LOW)
                            ^ SharedWords.fetch(memory, offset + BytesShape.HIGH)
                            ^ SharedWords.fetch(memory, offset + shape.beside(0))
                            ^ SharedWords.fetch(memory, offset + slotOf(hash));
        }
    }

    /** Prefetches what a search reads first of an inner page. */
    public void fetchInner(long at) {
        long offset = PagePointer.offset(at);
        if (isPage(offset)) {
            ahead =
                    SharedWords.fetch(memory, offset)
                            ^ SharedWords.fetch(memory, offset + BytesShape.HIGH)
                            ^ SharedWords.fetch(memory, offset + middleHead());
        }
    }

    /** Prefetches the first lines of the extent that a pointer of a kind refers to, if it does. */
    public void fetchExtent(int kind, long extent) {
        if (kind == BytesStamp.EXTENT
                && Extent.isWithin(memory, extent)
                && ExtentPointer.size(extent) > 0) {
            long offset = Extent.offset(extent);
            ahead =
                    SharedWords.fetch(memory, offset)
                            ^ SharedWords.fetch(memory, offset + BytesLine.BYTES);
        }
    }

    private long slotOf(long hash) {
        return shape.firstEntry(0) + (long) KeyProbe.slot(hash, shape.slots(0)) * BytesLine.BYTES;
    }

    /** Plans what {@link #fetchInner} prefetches. */
    public void planInner(long at) {
        long offset = PagePointer.offset(at);
        if (isPage(offset)) {
            plan(offset);
            plan(offset + BytesShape.HIGH);
            plan(offset + middleHead());
        }
    }

    private long middleHead() {
        return shape.beside(1) + (long) shape.slots(1) / 2 * Long.BYTES;
    }

    /** Plans what {@link #fetchExtent} prefetches. */
    public void planExtent(long extent) {
        if (Extent.isWithin(memory, extent)) {
            long offset = Extent.offset(extent);
            plan(offset);
            if (ExtentPointer.size(extent) > 0) {
                plan(offset + BytesLine.BYTES);
            }
        }
    }

    /** Prefetches what was planned, by a loop so short that the processor runs far ahead in it. */
    public void fetchPlanned() {
        long any = 0;
        for (int i = 0; i < plans; i++) {
            any ^= SharedWords.fetch(memory, planned[i]);
        }
        ahead = any;
        plans = 0;
    }

    private void plan(long offset) {
        if (planned.length == 0) {
            planned = new long[MOST_PLANNED];
        }
        if (plans < MOST_PLANNED) {
            planned[plans++] = offset;
        }
    }

    private boolean isPage(long offset) {
        return offset <= memory.byteSize() - shape.pageSize();
    }

    /** Pointer to the page. */
    public long pointer() {
        return pointer;
    }

    /** The page's first word when it was opened. */
    public long stamp() {
        return stamp;
    }

    /** The page's level, 0 for a leaf. */
    public int level() {
        return level;
    }

    /** Number of entries. */
    public int count() {
        return count;
    }

    /** Number of entries with an expiry. */
    public int expiring() {
        return expiring;
    }

    /** Number of bytes that the page's keys have in common and lines leave out. */
    int prefix() {
        return prefix;
    }

    /** Pointer to the right neighbour, or null. */
    public long right() {
        return load(RIGHT);
    }

    /** Whether the page has an upper bound. */
    public boolean isBounded() {
        return BytesStamp.isTaken(load(BytesShape.HIGH));
    }

    /** Whether the upper bound is less than a key, or, if {@code orEqual}, equal to it. */
    public boolean endsBefore(KeyProbe probe, boolean orEqual) {
        if (!isBounded()) {
            return false;
        }
        int order = compareBound(BytesShape.HIGH, probe);
        return order < 0 || (orEqual && order == 0);
    }

    /** Whether the lower bound is larger than a key. */
    public boolean beginsAfter(KeyProbe probe) {
        return compareBound(BytesShape.LOW, probe) > 0;
    }

    /** Compares a bound with a key. Most decide by their first words. */
    private int compareBound(int bound, KeyProbe probe) {
        long line = base + bound;
        int order = BytesLine.compareKey(memory, line, probe);
        return order == BytesLine.UNDECIDED ? compareExtent(line, probe) : order;
    }

    /** The slot of a key with a hash, or {@link #NONE}. Of leaves only. */
    public int find(KeyProbe probe, long hash) {
        if (!probe.at(prefix)) {
            torn = true;
            return NONE;
        }
        int first = KeyProbe.slot(hash, slots) & -Long.BYTES;
        for (int searched = 0; searched < slots; searched += Long.BYTES) {
            long equal = equalBytes(SharedWords.plain(memory, beside + first), hash);
            // Ends: each turn clears a bit.
            for (; equal != 0; equal &= equal - 1) {
                int slot = first + Long.numberOfTrailingZeros(equal) / Byte.SIZE;
                if (slot < slots && holds(slot, probe)) {
                    return slot;
                }
            }
            first = first + Long.BYTES < slots ? first + Long.BYTES : 0;
        }
        return NONE;
    }

    /** The highest bit of each fingerprint, of 8, that may be that of a hash. */
    static long equalBytes(long fingerprints, long hash) {
        long different = fingerprints ^ (KeyProbe.fingerprint(hash) * ONES);
        return (different - ONES) & ~different & HIGH_BITS;
    }

    private boolean holds(int slot, KeyProbe probe) {
        long line = line(slot);
        return BytesStamp.isTaken(SharedWords.plain(memory, line))
                && BytesLine.length(memory, line) == probe.rest()
                && compare(line, probe) == 0;
    }

    /**
     * The position, in the order of keys, of the largest key that is not larger than another one;
     * {@link #NONE} if there is none.
     *
     * @param below whether it must be less, not equal
     */
    public int floor(KeyProbe probe, boolean below) {
        if (!probe.at(prefix)) {
            torn = true;
            return NONE;
        }
        return level == 0 ? floorByLines(probe, below, 0, count) : floorByHeads(probe, below);
    }

    /** By the entries at positions from one to before another. */
    private int floorByLines(KeyProbe probe, boolean below, int from, int end) {
        int low = from;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isAtMost(middle, probe, below)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    private boolean isAtMost(int position, KeyProbe probe, boolean below) {
        return compare(line(slot(position)), probe) < (below ? 0 : 1);
    }

    /** Heads decide, except among keys with the same head as the one that is looked for. */
    private int floorByHeads(KeyProbe probe, boolean below) {
        int position = lastHead(probe.head());
        if (position == NONE || head(position) != probe.head()) {
            return position;
        }
        boolean isLowest = probe.head() == Long.MIN_VALUE;
        int first = isLowest ? 0 : 1 + lastHead(probe.head() - 1);
        return floorByLines(probe, below, first, position + 1);
    }

    /** The last position whose head is not larger; {@link #NONE} if there is none. */
    private int lastHead(long wanted) {
        int position = 0;
        for (int left = count; left > 1; ) {
            int half = left >>> 1;
            position = head(position + half) <= wanted ? position + half : position;
            left -= half;
        }
        return count == 0 || head(position) > wanted ? NONE : position;
    }

    /** The head at a position in the order of keys. Of inner pages only. */
    long head(int position) {
        return SharedWords.plain(memory, beside + (long) position * Long.BYTES);
    }

    /** Whether no key but the first has more than so many bytes. Of inner pages only. */
    boolean areShort(int most) {
        for (int position = 1; position < count; position++) {
            if (BytesLine.length(memory, line(slot(position))) > most) {
                return false;
            }
        }
        return true;
    }

    /** The pointer to the child at a position. Of inner pages only. */
    public long child(int position) {
        return SharedWords.plain(memory, children + (long) position * Long.BYTES);
    }

    /** The slot at a position in the order of keys. */
    public int slot(int position) {
        long word = SharedWords.plain(memory, order + (position & -Long.BYTES));
        int slot = (int) (word >>> (Byte.SIZE * (position % Long.BYTES))) & 0xFF;
        if (slot >= slots) {
            torn = true;
            return 0;
        }
        return slot;
    }

    /** Length of the value in a slot, or {@link BytesStamp#EXTENT} or its like. */
    public int kind(int slot) {
        return BytesStamp.value(SharedWords.plain(memory, line(slot)));
    }

    /** The value's word in a slot. */
    public long word(int slot) {
        long line = line(slot);
        return BytesLine.value(memory, line, SharedWords.plain(memory, line));
    }

    /**
     * Whether a line, perhaps of another page than the open one, still has the pointer that was
     * read from it, to an extent read since.
     */
    public boolean hasPointer(long line, long extent) {
        return SharedWords.plain(memory, BytesLine.pointerAt(line)) == extent;
    }

    /** Offset of the line of a slot. */
    public long lineOf(int slot) {
        return line(slot);
    }

    /** The key in a slot; of torn bytes any string. */
    public byte[] key(int slot, byte[] start) {
        return key(line(slot), prefix, start);
    }

    /** The lower bound, with which all keys of the page have their prefix in common. */
    public byte[] low() {
        return key(base + BytesShape.LOW, 0, BytesNode.Bound.LOWEST.key());
    }

    /** The upper bound, which there is. */
    public byte[] high() {
        return key(base + BytesShape.HIGH, 0, BytesNode.Bound.LOWEST.key());
    }

    private byte[] key(long line, int start, byte[] from) {
        int length = BytesLine.length(memory, line);
        if (start > from.length || length > ByteKeys.LONGEST) {
            torn = true;
            return BytesNode.Bound.LOWEST.key();
        }
        if (!BytesLine.isWhole(length)) {
            return content(BytesLine.keyExtent(memory, line));
        }
        byte[] key = new byte[start + length];
        System.arraycopy(from, 0, key, 0, start);
        int _ = BytesLine.copyKey(memory, line, length, key, start);
        return key;
    }

    /**
     * The content of the extent of a value; null if it is not sound. {@link #hasPointer} must hold
     * afterwards.
     */
    public byte @Nullable [] value(long extent) {
        int length = Extent.lengthInPlace(memory, extent);
        return length == Extent.OTHER
                ? null
                : Extent.content(memory, Extent.offset(extent), length);
    }

    /** The content of an extent of a key or bound; of torn bytes any string. */
    private byte[] content(long extent) {
        int length = Extent.lengthInPlace(memory, extent);
        if (length == Extent.OTHER) {
            torn = true;
            return BytesNode.Bound.LOWEST.key();
        }
        return Extent.content(memory, Extent.offset(extent), length);
    }

    private int compare(long line, KeyProbe probe) {
        int order = BytesLine.compare(memory, line, probe.words(), probe.rest());
        return order == BytesLine.UNDECIDED ? compareExtent(line, probe) : order;
    }

    /** Compares a whole key that lies in an extent. */
    private int compareExtent(long line, KeyProbe probe) {
        long extent = BytesLine.keyExtent(memory, line);
        int length = Extent.lengthInPlace(memory, extent);
        if (length == Extent.OTHER) {
            torn = true;
            return 0;
        }
        return Extent.compare(memory, extent, length, probe.key());
    }

    private long line(int slot) {
        return firstEntry + (long) slot * BytesLine.BYTES;
    }

    private long load(int offset) {
        return SharedWords.plain(memory, base + offset);
    }

    static long kind(int tag, int level) {
        return MAGIC | FORMAT | ((long) level << LEVEL_SHIFT) | (tag & TAG_MASK);
    }

    /** Bytes of the prefix in the word of counts. */
    static int prefix(long counts) {
        return (int) (counts >>> PREFIX_SHIFT) & COUNT_MASK;
    }

    static long counts(int count, int prefix, int expiring) {
        return count | ((long) prefix << PREFIX_SHIFT) | ((long) expiring << EXPIRING_SHIFT);
    }
}
