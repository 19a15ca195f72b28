package dev.mangrove.index.page;

import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * A read of one page, from a private copy or from the page's own memory. What was read in place may
 * be used only if {@link #isValid} returns true afterwards; for a copy, and for a page that the
 * caller has locked, it always does. Used by one thread.
 */
public abstract class PageView {
    private static final int NO_LINE = 0;

    private final int pageSize;
    private final int tag;
    private final long leafKind;
    private MemorySegment memory = MemorySegment.NULL;
    private MemorySegment buffer = MemorySegment.NULL;
    private long base;
    private long pointer;
    private long header;
    private int tornLines;
    private int watchedLine;
    private long watchedStamp;
    private boolean stable;

    /** Creates a view for pages of an index, by page size, tag and the kind of its leaves. */
    protected PageView(int pageSize, int tag, long leafKind) {
        this.leafKind = leafKind;
        this.pageSize = pageSize;
        this.tag = tag;
    }

    /** Shows a page in place, which other threads may change meanwhile. */
    public void inPlace(MemorySegment where, long offset, long at) {
        look(where, offset, at, false);
    }

    /** Shows a private copy, or a page that the caller has locked. */
    public void stable(MemorySegment where, long offset, long at) {
        look(where, offset, at, true);
    }

    private void look(MemorySegment where, long offset, long at, boolean fixed) {
        if (!memory.equals(where)) {
            memory = where;
        }
        base = offset;
        pointer = at;
        stable = fixed;
        watchedLine = NO_LINE;
        header = Page.acquire(where, offset);
    }

    /** Prefetches all lines of a page. The result only keeps the loads alive. */
    public static long fetchAll(MemorySegment memory, long base, int pageSize) {
        long all = 0;
        for (int line = 0; line < pageSize; line += Page.LINE) {
            all ^= SharedWords.fetch(memory, base + line);
        }
        return all;
    }

    /** Whether everything read since {@link #inPlace} is valid. */
    public boolean isValid() {
        if (stable) {
            return true;
        }
        SharedWords.acquireFence();
        return Page.plain(memory, base) == header
                && (watchedLine == NO_LINE
                        || Page.plain(memory, base + watchedLine) == watchedStamp);
    }

    /** Whether what is read stays valid: a private copy, or a page that the caller has locked. */
    public boolean isCopy() {
        return stable;
    }

    /** Pointer to the page. */
    public long pointer() {
        return pointer;
    }

    /** The header's stamp as the view first read it. */
    public long header() {
        return header;
    }

    /** Tag of the index whose pages it shows. */
    public int tag() {
        return tag;
    }

    protected final MemorySegment memory() {
        return memory;
    }

    protected final long base() {
        return base;
    }

    public final int pageSize() {
        return pageSize;
    }

    /** Stores a word of the private copy. */
    public void change(int offset, long value) {
        Page.plain(memory, base + offset, value);
    }

    /** The private copy that the view shows. */
    public MemorySegment copy() {
        return memory;
    }

    /** Private memory for copies, allocated on first use. */
    public MemorySegment bufferOf(Endpoint endpoint, long bytes) {
        if (buffer.byteSize() < bytes) {
            buffer = endpoint.allocate(bytes);
        }
        return buffer;
    }

    /** Notes how many lines of the copy may be mixtures. */
    public void tornLines(int number) {
        tornLines = number;
    }

    /** Lines of the copy that may be mixtures, as the last READ of it found. */
    public int tornLines() {
        return tornLines;
    }

    /** Sets the header's stamp, after a change of the page that the caller has locked. */
    public final void header(long stamp) {
        header = stamp;
    }

    /** Relation of the page to a key that is searched at a level. */
    public PageMatch relate(int level, long key) {
        long kind = Page.plain(memory, base + Page.KIND);
        if (!Page.isPage(kind, leafKind)) {
            return PageMatch.DAMAGED;
        }
        if (HeaderStamp.generation(header) != PagePointer.generation(pointer)) {
            return PageMatch.STALE;
        }
        if (HeaderStamp.isDead(header)) {
            return PageMatch.DEAD;
        }
        if (Page.level(kind) != level) {
            return PageMatch.STALE;
        }
        if (startsAfter(key)) {
            return PageMatch.LEFT;
        }
        return endsBefore(key) ? PageMatch.RIGHT : PageMatch.HERE;
    }

    /** Level of the page, 0 for leaves. */
    public int level() {
        return Page.level(Page.plain(memory, base + Page.KIND));
    }

    /** Offset of the first data line. */
    protected abstract int firstLine();

    /** Lower bound, inclusive. */
    public abstract long low();

    /** Upper bound, exclusive; only if {@link #hasHigh}. */
    public abstract long high();

    /** Whether a key is below the lower bound. */
    protected abstract boolean startsAfter(long key);

    /** Whether a key is at or above the upper bound. */
    public abstract boolean endsBefore(long key);

    /** The slot of a key, or {@link Page#NONE}. */
    public abstract int find(long key);

    /** The slot with the largest key that is not above a key, or {@link Page#NONE}. */
    public abstract int floor(long key);

    /** Key in a slot. */
    public abstract long key(int slot);

    /** Value in a slot. */
    public abstract long value(int slot);

    /**
     * Whether a slot has the value that a change of a key expects. The key's word may tell what the
     * value's word means.
     */
    public boolean isValue(int slot, long key, long expected) {
        return value(slot) == expected;
    }

    /**
     * Whether a slot has the value that was collected with a key. The key's word may tell what the
     * value's word means.
     */
    public boolean isCollected(int slot, long key, long collected) {
        return value(slot) == collected;
    }

    /**
     * Adds the entries within the page's bounds and the given ones, unordered.
     *
     * @return whether they are valid; in place, each line's stamp is read a second time
     */
    public abstract boolean collect(long from, long to, EntryBuffer into);

    /** Number of entries within the bounds of a page that the caller has locked. */
    public abstract int count();

    /** The first free slot of a stable page at or after a key's hash line, or {@link Page#NONE}. */
    public abstract int freeSlot(long key);

    /** Whether a search for an absent key ends at a line that no entry has passed. */
    public abstract boolean endsSearchesEarly();

    /** Whether the page has an upper bound, and so a right neighbour. */
    public boolean hasHigh() {
        return !HeaderStamp.isUnbounded(header);
    }

    /** Right link; only if {@link #hasHigh}. */
    public long right() {
        return Page.plain(memory, base + half() + Long.BYTES);
    }

    /** Partner of a merge under way; of a dead page the one that took its entries. */
    public long link() {
        return Page.plain(memory, base + Page.LINK);
    }

    /** Pointer to a head node, a hint; 0 if there is none. */
    public long head() {
        return Page.plain(memory, base + Page.HEAD);
    }

    /** Offset of the header's half that is in use. */
    public final int half() {
        return HeaderStamp.usesSecondHalf(header) ? Page.SECOND_HALF : Page.FIRST_HALF;
    }

    /** The slot whose value is the given one, of a stable page, or {@link Page#NONE}. */
    public int holding(long value) {
        for (int line = firstLine(); line < pageSize; line += Page.LINE) {
            int taken = LineStamp.taken(Page.plain(memory, base + line));
            for (; taken != 0; taken &= taken - 1) {
                int slot = Page.slot(line, Integer.numberOfTrailingZeros(taken));
                if (value(slot) == value) {
                    return slot;
                }
            }
        }
        return Page.NONE;
    }

    protected final void watch(int line, long stamp) {
        watchedLine = line;
        watchedStamp = stamp;
    }

    protected final boolean isLineStill(int line, long stamp) {
        SharedWords.acquireFence();
        return Page.plain(memory, base + line) == stamp;
    }

    /** Number of taken slots; an estimate if the page is in place. */
    public int countNow() {
        int count = 0;
        for (int line = firstLine(); line < pageSize; line += Page.LINE) {
            count += Integer.bitCount(LineStamp.taken(Page.plain(memory, base + line)));
        }
        return count;
    }

    /** Whether all lines of a stable page are up to date, and no merge is unfinished. */
    public boolean isTidy() {
        for (int line = firstLine(); line < pageSize; line += Page.LINE) {
            if (!LineStamp.isCurrent(Page.plain(memory, base + line), header)) {
                return false;
            }
        }
        return link() == PagePointer.NULL;
    }
}
