package dev.mangrove.index.page;

import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * A read of one page, from a private copy or from the page's own memory. What was read in place may
 * be used only if {@link #isValid} returns true afterwards; for a copy, and for a page that the
 * caller has locked, it always does. Used by one thread.
 */
public final class PageView {
    private static final int NO_LINE = 0;

    private final int pageSize;
    private final int tag;
    private MemorySegment memory = MemorySegment.NULL;
    private MemorySegment buffer = MemorySegment.NULL;
    private long base;
    private long pointer;
    private long header;
    private int tornLines;
    private int watchedLine;
    private long watchedStamp;
    private boolean stable;

    /** Creates a view for pages of an index, by page size and tag. */
    public PageView(int pageSize, int tag) {
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

    /** Prefetches the header and the key's hash line. The result only keeps the loads alive. */
    public static long fetch(MemorySegment memory, long base, int pageSize, long key) {
        return Page.plain(memory, base) ^ Page.plain(memory, base + Page.hashLine(key, pageSize));
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

    MemorySegment memory() {
        return memory;
    }

    long base() {
        return base;
    }

    int pageSize() {
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
    void header(long stamp) {
        header = stamp;
    }

    /** Relation of the page to a key that is searched at a level. */
    public PageMatch relate(int level, long key) {
        long kind = Page.plain(memory, base + Page.KIND);
        if (!Page.isPage(kind, tag)) {
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
        if (key < low()) {
            return PageMatch.LEFT;
        }
        return endsBefore(key) ? PageMatch.RIGHT : PageMatch.HERE;
    }

    /** Level of the page, 0 for leaves. */
    public int level() {
        return Page.level(Page.plain(memory, base + Page.KIND));
    }

    /** Lower bound, inclusive. */
    public long low() {
        return Page.plain(memory, base + Page.LOW);
    }

    /** Whether the page has an upper bound, and so a right neighbour. */
    public boolean hasHigh() {
        return !HeaderStamp.isUnbounded(header);
    }

    /** Upper bound, exclusive; only if {@link #hasHigh}. */
    public long high() {
        return Page.plain(memory, base + half());
    }

    /** Right link; only if {@link #hasHigh}. */
    public long right() {
        return Page.plain(memory, base + half() + Long.BYTES);
    }

    /** Whether a key is at or above the upper bound. */
    public boolean endsBefore(long key) {
        return hasHigh() && key >= high();
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
    int half() {
        return HeaderStamp.usesSecondHalf(header) ? Page.SECOND_HALF : Page.FIRST_HALF;
    }

    /** The slot of a key, or {@link Page#NONE}. */
    public int find(long key) {
        int hashLine = Page.hashLine(key, pageSize);
        int slot = find(key, hashLine, pageSize);
        return slot != Page.NONE ? slot : find(key, Page.LINE, hashLine);
    }

    /**
     * Searches lines of the page for a key with plain loads, so that the processor fetches several
     * lines at the same time. Any order of loads finds an entry that stays in the page. The entry
     * that was found is read again with acquire order.
     */
    private int find(long key, int from, int to) {
        for (int line = from; line < to; line += Page.LINE) {
            if (Page.matches(memory, base + line, key) != 0) {
                long stamp = Page.acquire(memory, base + line);
                int match = Page.matches(memory, base + line, key) & LineStamp.taken(stamp);
                if (match != 0) {
                    watch(line, stamp);
                    return Page.slot(line, Integer.numberOfTrailingZeros(match));
                }
            }
        }
        return Page.NONE;
    }

    /** The slot with the largest key that is not above a key, or {@link Page#NONE}. */
    public int floor(long key) {
        int best = Page.NONE;
        long bestKey = Long.MIN_VALUE;
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            long stamp = Page.acquire(memory, base + line);
            for (int taken = LineStamp.taken(stamp); taken != 0; taken &= taken - 1) {
                int place = Integer.numberOfTrailingZeros(taken);
                long found = Page.plain(memory, base + Page.key(line, place));
                if (found <= key && (found > bestKey || best == Page.NONE)) {
                    best = Page.slot(line, place);
                    bestKey = found;
                    watch(line, stamp);
                }
            }
        }
        return best;
    }

    /** The slot whose value is the given one, of a stable page, or {@link Page#NONE}. */
    public int holding(long value) {
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
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

    private void watch(int line, long stamp) {
        watchedLine = line;
        watchedStamp = stamp;
    }

    /** Key in a slot. */
    public long key(int slot) {
        return Page.plain(memory, base + Page.keyOf(slot));
    }

    /** Value in a slot. */
    public long value(int slot) {
        return Page.plain(memory, base + Page.valueOf(slot));
    }

    /**
     * Adds the entries within the page's bounds and the given ones, unordered.
     *
     * @return whether they are valid; in place, each line's stamp is read a second time
     */
    public boolean collect(long from, long to, EntryBuffer into) {
        int before = into.size();
        long first = Math.max(from, low());
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            long stamp = Page.acquire(memory, base + line);
            for (int taken = LineStamp.taken(stamp); taken != 0; taken &= taken - 1) {
                int at = Page.key(line, Integer.numberOfTrailingZeros(taken));
                long key = Page.plain(memory, base + at);
                if (key >= first && key <= to && !endsBefore(key)) {
                    into.add(key, Page.plain(memory, base + at + Long.BYTES));
                }
            }
            if (!stable && !isLineStill(line, stamp)) {
                into.size(before);
                return false;
            }
        }
        if (!isValid()) {
            into.size(before);
            return false;
        }
        return true;
    }

    private boolean isLineStill(int line, long stamp) {
        SharedWords.acquireFence();
        return Page.plain(memory, base + line) == stamp;
    }

    /** Number of entries within the bounds of a stable page. */
    public int count() {
        int count = 0;
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            int taken = LineStamp.taken(Page.plain(memory, base + line));
            for (; taken != 0; taken &= taken - 1) {
                long key = key(line, Integer.numberOfTrailingZeros(taken));
                if (key >= low() && !endsBefore(key)) {
                    count++;
                }
            }
        }
        return count;
    }

    /** Number of taken slots; an estimate if the page is in place. */
    public int countNow() {
        int count = 0;
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            count += Integer.bitCount(LineStamp.taken(Page.plain(memory, base + line)));
        }
        return count;
    }

    /** The first free slot of a stable page at or after a key's hash line, or {@link Page#NONE}. */
    public int freeSlot(long key) {
        int hashLine = Page.hashLine(key, pageSize);
        int slot = freeSlot(hashLine, pageSize);
        return slot != Page.NONE ? slot : freeSlot(Page.LINE, hashLine);
    }

    private int freeSlot(int from, int to) {
        for (int line = from; line < to; line += Page.LINE) {
            int free = ~LineStamp.taken(Page.plain(memory, base + line)) & 7;
            if (free != 0) {
                return Page.slot(line, Integer.numberOfTrailingZeros(free));
            }
        }
        return Page.NONE;
    }

    /** Whether all lines of a stable page are up to date, and no merge is unfinished. */
    public boolean isTidy() {
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            if (!LineStamp.isCurrent(Page.plain(memory, base + line), header)) {
                return false;
            }
        }
        return link() == PagePointer.NULL;
    }

    private long key(int line, int place) {
        return Page.plain(memory, base + Page.key(line, place));
    }
}
