package dev.mangrove.index.page;

import dev.mangrove.fabric.Endpoint;
import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * A look at one page: a private copy, or the page's own memory. What was read in place counts only
 * if {@link #isValid} says so afterwards; of a copy, and of a page that the caller has locked, it
 * always does. Used by one thread.
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
    private int watchedLine;
    private long watchedStamp;
    private boolean stable;

    /** A look at pages of one size, whose index has a tag. */
    public PageView(int pageSize, int tag) {
        this.pageSize = pageSize;
        this.tag = tag;
    }

    /** Looks at a page in place: what is read may change under our hands. */
    public void inPlace(MemorySegment where, long offset, long at) {
        look(where, offset, at, false);
    }

    /** Looks at a private copy, or at a page that the caller has locked. */
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

    /** Brings the lines near that a look for a key reads first. The result means nothing. */
    public static long fetch(MemorySegment memory, long base, int pageSize, long key) {
        return Page.plain(memory, base) ^ Page.plain(memory, base + Page.home(key, pageSize));
    }

    /** Whether all that was read since the look began was so. */
    public boolean isValid() {
        if (stable) {
            return true;
        }
        SharedWords.acquireFence();
        return Page.plain(memory, base) == header
                && (watchedLine == NO_LINE
                        || Page.plain(memory, base + watchedLine) == watchedStamp);
    }

    /** The page that is looked at. */
    public long pointer() {
        return pointer;
    }

    /** Its header's stamp when the look began. */
    public long header() {
        return header;
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

    /** Changes a word of a private copy. */
    public void change(int offset, long value) {
        Page.plain(memory, base + offset, value);
    }

    /** The private copy that is looked at. */
    public MemorySegment copy() {
        return memory;
    }

    /** Private memory for copies, made when it is first needed. */
    public MemorySegment bufferOf(Endpoint endpoint, long bytes) {
        if (buffer.byteSize() < bytes) {
            buffer = endpoint.allocate(bytes);
        }
        return buffer;
    }

    /** After a change of the page that the caller has locked. */
    void header(long stamp) {
        header = stamp;
    }

    /** How the page stands to a key that is looked for at a level. */
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

    /** Smallest key that may be here. */
    public long low() {
        return Page.plain(memory, base + Page.LOW);
    }

    /** Whether there is a page further right. */
    public boolean hasHigh() {
        return !HeaderStamp.isUnbounded(header);
    }

    /** Smallest key that belongs further right; only if {@link #hasHigh}. */
    public long high() {
        return Page.plain(memory, base + half());
    }

    /** The right neighbour; only if {@link #hasHigh}. */
    public long right() {
        return Page.plain(memory, base + half() + Long.BYTES);
    }

    /** Whether a key belongs further right. */
    public boolean endsBefore(long key) {
        return hasHigh() && key >= high();
    }

    /** Partner of a merge under way; of a dead page the one that took its entries. */
    public long link() {
        return Page.plain(memory, base + Page.LINK);
    }

    /** A hint at a head node; 0 if there is none. */
    public long head() {
        return Page.plain(memory, base + Page.HEAD);
    }

    /** Where the half of the header is that is in use. */
    int half() {
        return HeaderStamp.usesSecondHalf(header) ? Page.SECOND_HALF : Page.FIRST_HALF;
    }

    /** The slot of a key, or {@link Page#NONE}. */
    public int find(long key) {
        int home = Page.home(key, pageSize);
        int slot = find(key, home, pageSize);
        return slot != Page.NONE ? slot : find(key, Page.LINE, home);
    }

    /**
     * Looks for a key in lines of the page. Words are read in no order, which keeps fetches of
     * several lines under way: an entry that stays is seen in any order. What was found is looked
     * at once more, in order.
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
     * Adds entries within the page's bounds and the given ones, in no order.
     *
     * @return whether they count; of a page in place, all lines are looked at a second time
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

    /** Number of taken slots as they are now; a guess, of a page in place. */
    public int countNow() {
        int count = 0;
        for (int line = Page.LINE; line < pageSize; line += Page.LINE) {
            count += Integer.bitCount(LineStamp.taken(Page.plain(memory, base + line)));
        }
        return count;
    }

    /** The free slot of a stable page where a key is found soonest, or {@link Page#NONE}. */
    public int freeSlot(long key) {
        int home = Page.home(key, pageSize);
        int slot = freeSlot(home, pageSize);
        return slot != Page.NONE ? slot : freeSlot(Page.LINE, home);
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

    /** Whether all lines of a stable page are up to date, and nothing is left to finish. */
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
