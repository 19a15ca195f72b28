package dev.mangrove.index.page;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/** A read of one page with 64-bit keys, see {@link Page}. */
public final class WordPageView extends PageView {
    /** Stamps of the data lines as {@link #collect} first read them. */
    private final long[] stamps;

    /** Creates a view for pages of an index, by page size and tag. */
    public WordPageView(int pageSize, int tag) {
        super(pageSize, tag, Page.leafKind(tag));
        stamps = new long[pageSize / Page.LINE - 1];
    }

    @Override
    protected int firstLine() {
        return Page.LINE;
    }

    @Override
    public long low() {
        return word(Page.LOW);
    }

    @Override
    public long high() {
        return word(half());
    }

    @Override
    protected boolean startsAfter(long key) {
        return key < low();
    }

    @Override
    public boolean endsBefore(long key) {
        return hasHigh() && key >= high();
    }

    /**
     * Searches lines of the page for a key with plain loads, so that the processor fetches several
     * lines at the same time. Any order of loads finds an entry that stays in the page: the line it
     * lies in has the key, and the lines before that are passed. The entry that was found is read
     * again with acquire order.
     */
    @Override
    public int find(long key) {
        MemorySegment memory = memory();
        long base = base();
        int hashLine = Page.hashLine(key, pageSize());
        int line = hashLine;
        do {
            if (Page.matches(memory, base + line, key) != 0) {
                long stamp = Page.acquire(memory, base + line);
                int match = Page.matches(memory, base + line, key) & LineStamp.taken(stamp);
                if (match != 0) {
                    watch(line, stamp);
                    return Page.slot(line, Integer.numberOfTrailingZeros(match));
                }
            }
            if (!LineStamp.isPassed(Page.plain(memory, base + line))) {
                return Page.NONE;
            }
            line = Page.lineAfter(line, pageSize());
        } while (line != hashLine); // Ends: it goes once around the page.
        return Page.NONE;
    }

    @Override
    public boolean endsSearchesEarly() {
        return true;
    }

    @Override
    public int floor(long key) {
        int best = Page.NONE;
        long bestKey = Long.MIN_VALUE;
        for (int line = Page.LINE; line < pageSize(); line += Page.LINE) {
            long stamp = Page.acquire(memory(), base() + line);
            for (int taken = LineStamp.taken(stamp); taken != 0; taken &= taken - 1) {
                int place = Integer.numberOfTrailingZeros(taken);
                long found = word(Page.key(line, place));
                if (found <= key && (found > bestKey || best == Page.NONE)) {
                    best = Page.slot(line, place);
                    bestKey = found;
                    watch(line, stamp);
                }
            }
        }
        return best;
    }

    @Override
    public long key(int slot) {
        return word(Page.keyOf(slot));
    }

    @Override
    public long value(int slot) {
        return word(Page.valueOf(slot));
    }

    /**
     * In place, the reader loads the stamps of all lines, then all entries, then all stamps again,
     * with a fence between each two: the processor waits for many lines at once. It has read the
     * header before the lines, so a line that is up to date has only entries within the page's
     * bounds. In a copy it may have others: of a merge that was given up before the header was
     * read.
     */
    @Override
    public boolean collect(long from, long to, EntryBuffer into) {
        int before = into.size();
        long low = low();
        long first = Math.max(from, low);
        long most = hasHigh() ? high() - 1 : Long.MAX_VALUE;
        long last = Math.min(to, most);
        boolean current = readStamps();
        SharedWords.acquireFence();
        into.reserve(Page.SLOTS_PER_LINE * stamps.length);
        if (current && !isCopy() && first == low && last == most) {
            copyAll(into);
        } else if (first <= last) {
            copyBetween(first, last, into);
        }
        if (isCopy() || (areLinesStill() && isValid())) {
            return true;
        }
        into.size(before);
        return false;
    }

    /** Reads the stamps of all lines; whether all lines are up to date with the header. */
    private boolean readStamps() {
        MemorySegment memory = memory();
        long base = base() + Page.LINE;
        long expected = LineStamp.first(header(), 0);
        long other = 0;
        for (int i = 0; i < stamps.length; i++) {
            long stamp = Page.plain(memory, base + (long) i * Page.LINE);
            stamps[i] = stamp;
            other |= stamp ^ expected;
        }
        return LineStamp.hasEqualCounts(other);
    }

    /** Whether all lines have the stamps that {@link #readStamps} has read. */
    private boolean areLinesStill() {
        SharedWords.acquireFence();
        MemorySegment memory = memory();
        long base = base() + Page.LINE;
        long changed = 0;
        for (int i = 0; i < stamps.length; i++) {
            changed |= stamps[i] ^ Page.plain(memory, base + (long) i * Page.LINE);
        }
        return changed == 0;
    }

    /**
     * Adds the entries of all taken slots. Copies every slot and then counts it or not, because a
     * processor cannot predict which slots are taken.
     */
    private void copyAll(EntryBuffer into) {
        MemorySegment memory = memory();
        long base = base() + Page.LINE;
        long[] keys = into.keys();
        long[] values = into.values();
        int end = into.size();
        for (int i = 0; i < stamps.length; i++) {
            int taken = LineStamp.taken(stamps[i]);
            for (int place = 0; place < Page.SLOTS_PER_LINE; place++) {
                long at = base + Page.key(i * Page.LINE, place);
                keys[end] = Page.plain(memory, at);
                values[end] = Page.plain(memory, at + Long.BYTES);
                end += taken >>> place & 1;
            }
        }
        into.grownTo(end);
    }

    /** As {@link #copyAll}, of the slots whose keys are in a range. */
    private void copyBetween(long first, long last, EntryBuffer into) {
        MemorySegment memory = memory();
        long base = base() + Page.LINE;
        long[] keys = into.keys();
        long[] values = into.values();
        int end = into.size();
        for (int i = 0; i < stamps.length; i++) {
            int taken = LineStamp.taken(stamps[i]);
            for (int place = 0; place < Page.SLOTS_PER_LINE; place++) {
                long at = base + Page.key(i * Page.LINE, place);
                long key = Page.plain(memory, at);
                keys[end] = key;
                values[end] = Page.plain(memory, at + Long.BYTES);
                end += isBetween(first, key, last) ? taken >>> place & 1 : 0;
            }
        }
        into.grownTo(end);
    }

    /**
     * Whether a number is within bounds; one comparison. The upper bound is not below the lower.
     */
    private static boolean isBetween(long first, long number, long last) {
        return Long.compareUnsigned(number - first, last - first) <= 0;
    }

    @Override
    public int count() {
        int count = 0;
        for (int line = Page.LINE; line < pageSize(); line += Page.LINE) {
            long stamp = word(line);
            count +=
                    LineStamp.isCurrent(stamp, header())
                            ? Integer.bitCount(LineStamp.taken(stamp))
                            : countWithinBounds(line, stamp);
        }
        return count;
    }

    /** Entries of a line that a split has not swept, or a merge has filled ahead. */
    private int countWithinBounds(int line, long stamp) {
        int count = 0;
        for (int taken = LineStamp.taken(stamp); taken != 0; taken &= taken - 1) {
            long key = key(line, Integer.numberOfTrailingZeros(taken));
            if (key >= low() && !endsBefore(key)) {
                count++;
            }
        }
        return count;
    }

    @Override
    public int freeSlot(long key) {
        int hashLine = Page.hashLine(key, pageSize());
        int slot = freeSlot(hashLine, pageSize());
        return slot != Page.NONE ? slot : freeSlot(Page.LINE, hashLine);
    }

    private int freeSlot(int from, int to) {
        for (int line = from; line < to; line += Page.LINE) {
            int free = ~LineStamp.taken(word(line)) & 7;
            if (free != 0) {
                return Page.slot(line, Integer.numberOfTrailingZeros(free));
            }
        }
        return Page.NONE;
    }

    private long key(int line, int place) {
        return word(Page.key(line, place));
    }

    private long word(int offset) {
        return Page.plain(memory(), base() + offset);
    }
}
