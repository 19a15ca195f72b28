package dev.mangrove.index.page.bytes;

import dev.mangrove.fabric.FabricException;
import dev.mangrove.fabric.memory.SharedWords;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageStore;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A page whose keys are byte strings, in memory that the calling thread can address. The caller
 * holds the lock of the page's tree; see the package's comment for the layout.
 */
public final class BytesPage implements PageStore {
    /** Returned instead of a slot when there is none. */
    public static final int NONE = -1;

    private static final int STAMP = 0;
    private static final int KIND = 8;
    private static final int RIGHT = 16;
    private static final int LOW = BytesLine.BYTES;
    private static final int HIGH = 2 * BytesLine.BYTES;
    private static final int FIRST_ENTRY = 3 * BytesLine.BYTES;

    private static final long MAGIC = 0x4D42L << 48;
    private static final long FORMAT = 1L << 40;
    private static final int LEVEL_SHIFT = 32;
    private static final int LEVEL_MASK = 0xFF;
    private static final long TAG_MASK = 0xFFFFFFFFL;

    private final BytesPages pages;
    private final MemorySegment memory;
    private final long pointer;
    private final long base;

    BytesPage(BytesPages pages, long pointer) {
        this.pages = pages;
        this.memory = pages.memory();
        this.pointer = pointer;
        this.base = PagePointer.offset(pointer);
    }

    /** Number of entries that a page of a size has room for. */
    public static int slots(int pageSize) {
        return (pageSize - FIRST_ENTRY) / BytesLine.BYTES;
    }

    /** Pointer to the page. */
    public long pointer() {
        return pointer;
    }

    /** The page's level, 0 for a leaf. */
    public int level() {
        return (int) (load(KIND) >>> LEVEL_SHIFT) & LEVEL_MASK;
    }

    /** Pointer to the right neighbour, or null. */
    public long right() {
        return load(RIGHT);
    }

    /** The lower bound. */
    public byte[] low() {
        return key(LOW, 0, BytesNode.Bound.LOWEST.key());
    }

    /** The upper bound; null if there is none. */
    public byte @Nullable [] high() {
        return isTaken(HIGH) ? key(HIGH, 0, BytesNode.Bound.LOWEST.key()) : null;
    }

    /** Whether the upper bound is less than a key, or, if {@code orEqual}, equal to it. */
    public boolean endsBefore(byte[] key, boolean orEqual) {
        if (!isTaken(HIGH)) {
            return false;
        }
        int order = compare(HIGH, key, 0);
        return order < 0 || (orEqual && order == 0);
    }

    /** Number of entries. */
    public int count() {
        int count = 0;
        for (int slot = 0; slot < pages.slots(); slot++) {
            count += isTaken(line(slot)) ? 1 : 0;
        }
        return count;
    }

    /** The slot of a key, or {@link #NONE}. */
    public int find(byte[] key) {
        int prefix = prefix();
        long[] words = BytesLine.words(key, prefix);
        for (int slot = 0; slot < pages.slots(); slot++) {
            int line = line(slot);
            if (isTaken(line)
                    && BytesLine.length(memory, base + line) == key.length - prefix
                    && compare(line, key, prefix, words) == 0) {
                return slot;
            }
        }
        return NONE;
    }

    /**
     * The slot of the largest key that is not larger than another one; {@link #NONE} if there is
     * none.
     *
     * @param below whether it must be less, not equal
     */
    public int floor(byte[] key, boolean below) {
        int prefix = prefix();
        long[] words = BytesLine.words(key, prefix);
        int best = NONE;
        for (int slot = 0; slot < pages.slots(); slot++) {
            int line = line(slot);
            if (isTaken(line)
                    && compare(line, key, prefix, words) < (below ? 0 : 1)
                    && isAbove(line, best, prefix)) {
                best = slot;
            }
        }
        return best;
    }

    /** The slot of the largest key, or {@link #NONE}. */
    public int last() {
        int prefix = prefix();
        int best = NONE;
        for (int slot = 0; slot < pages.slots(); slot++) {
            if (isTaken(line(slot)) && isAbove(line(slot), best, prefix)) {
                best = slot;
            }
        }
        return best;
    }

    /** Whether the key of a line is larger than that of a slot, which may be {@link #NONE}. */
    private boolean isAbove(int line, int slot, int prefix) {
        if (slot == NONE) {
            return true;
        }
        int order = BytesLine.compareLines(memory, base + line, base + line(slot));
        if (order != BytesLine.UNDECIDED) {
            return order > 0;
        }
        // Comparisons do not look at the prefix.
        return compare(line, key(line(slot), prefix, new byte[prefix]), prefix) > 0;
    }

    /** The entry in a slot. */
    public BytesEntry entry(int slot) {
        return entry(line(slot), prefix(), low());
    }

    /** The value's word in a slot. */
    public long word(int slot) {
        long line = base + line(slot);
        return BytesLine.value(memory, line, SharedWords.plain(memory, line));
    }

    /** All entries in the order of their keys. */
    public List<BytesEntry> entries() {
        int prefix = prefix();
        byte[] start = low();
        List<BytesEntry> entries = new ArrayList<>();
        for (int slot = 0; slot < pages.slots(); slot++) {
            if (isTaken(line(slot))) {
                entries.add(entry(line(slot), prefix, start));
            }
        }
        entries.sort(Comparator.comparing(BytesEntry::key, Arrays::compareUnsigned));
        return entries;
    }

    /** The page's content. */
    public BytesNode load() {
        BytesNode.Bound low = new BytesNode.Bound(low(), extent(LOW));
        byte[] high = high();
        BytesNode.@Nullable Bound upper =
                high == null ? null : new BytesNode.Bound(high, extent(HIGH));
        return new BytesNode(level(), low, upper, right(), entries());
    }

    /**
     * Adds an entry to a page that has room for it.
     *
     * @param entry its key has an extent if it needs one
     */
    public void add(BytesEntry entry) {
        int slot = 0;
        while (isTaken(line(slot))) {
            slot++;
        }
        fill(line(slot), entry.key(), prefix(), entry.keyExtent(), entry.kind(), entry.word());
    }

    /** Replaces the value in a slot. */
    public void value(int slot, int kind, long word) {
        int line = line(slot);
        BytesLine.value(this, line, load(line), kind, word);
    }

    /** Removes the entry in a slot. */
    public void clear(int slot) {
        int line = line(slot);
        BytesLine.clear(this, line, load(line));
    }

    /** Number of bytes that the page's keys have in common and lines leave out. */
    public int prefix() {
        return (int) BytesLine.value(memory, base + LOW, load(LOW));
    }

    /** Overwrites the page with content. Keys and bounds have the extents that they need. */
    void store(BytesNode node) {
        BytesNode.@Nullable Bound high = node.high();
        int prefix = node.prefix();
        for (int line = LOW; line < pages.pageSize(); line += BytesLine.BYTES) {
            word(line, BytesStamp.free(0));
        }
        word(KIND, kind(pages.tag(), node.level()));
        word(RIGHT, node.right());
        fill(LOW, node.low().key(), 0, node.low().extent(), Long.BYTES, prefix);
        if (high != null) {
            fill(HIGH, high.key(), 0, high.extent(), 0, 0);
        }
        int slot = 0;
        for (BytesEntry entry : node.entries()) {
            fill(line(slot++), entry.key(), prefix, entry.keyExtent(), entry.kind(), entry.word());
        }
        word(STAMP, HeaderStamp.first(PagePointer.generation(pointer), high == null));
    }

    /** Checks that this is a page of the tree. */
    BytesPage check() {
        long stamp = load(STAMP);
        boolean sound =
                HeaderStamp.generation(stamp) == PagePointer.generation(pointer)
                        && !HeaderStamp.isDead(stamp)
                        && load(KIND) == kind(pages.tag(), level());
        if (!sound) {
            throw new FabricException(
                    FabricException.Kind.CORRUPT,
                    "no page of this index at " + PagePointer.toString(pointer));
        }
        return this;
    }

    @Override
    public void word(int offset, long value) {
        SharedWords.plain(memory, base + offset, value);
    }

    @Override
    public boolean keepsLines() {
        return false;
    }

    @Override
    public void carry(int offset, int length) {
        throw new UnsupportedOperationException("stores in memory do not keep lines whole");
    }

    @Override
    public void fence() {
        // The tree's lock orders all stores.
    }

    private void fill(int line, byte[] key, int prefix, long extent, int kind, long word) {
        BytesLine.fill(this, line, load(line), key, prefix, extent, kind, word);
    }

    private BytesEntry entry(int line, int prefix, byte[] start) {
        long stamp = load(line);
        return new BytesEntry(
                key(line, prefix, start),
                extent(line),
                BytesStamp.value(stamp),
                BytesLine.value(memory, base + line, stamp));
    }

    /** The whole key of a line. */
    private byte[] key(int line, int prefix, byte[] start) {
        long extent = extent(line);
        if (extent != ExtentPointer.NULL) {
            return pages.extents().load(extent);
        }
        byte[] key = Arrays.copyOf(start, prefix + BytesLine.length(memory, base + line));
        int _ = BytesLine.copyKey(memory, base + line, key, prefix);
        return key;
    }

    /** Pointer to the extent of a line's key, or null. */
    private long extent(int line) {
        return BytesLine.isWhole(BytesLine.length(memory, base + line))
                ? ExtentPointer.NULL
                : BytesLine.keyExtent(memory, base + line);
    }

    private int compare(int line, byte[] key, int prefix) {
        return compare(line, key, prefix, BytesLine.words(key, prefix));
    }

    /** Compares what is behind the prefix, which has the given words. */
    private int compare(int line, byte[] key, int prefix, long[] words) {
        int order = BytesLine.compare(memory, base + line, words, key.length - prefix);
        if (order != BytesLine.UNDECIDED) {
            return order;
        }
        byte[] whole = pages.extents().load(extent(line));
        return Arrays.compareUnsigned(whole, prefix, whole.length, key, prefix, key.length);
    }

    private boolean isTaken(int line) {
        return BytesStamp.isTaken(load(line));
    }

    private long load(int offset) {
        return SharedWords.plain(memory, base + offset);
    }

    private static int line(int slot) {
        return FIRST_ENTRY + slot * BytesLine.BYTES;
    }

    private static long kind(int tag, int level) {
        return MAGIC | FORMAT | ((long) level << LEVEL_SHIFT) | (tag & TAG_MASK);
    }
}
