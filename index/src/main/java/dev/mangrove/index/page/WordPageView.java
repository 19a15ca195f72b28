package dev.mangrove.index.page;

/** A read of one page with 64-bit keys, see {@link Page}. */
public final class WordPageView extends PageView {
    /** Creates a view for pages of an index, by page size and tag. */
    public WordPageView(int pageSize, int tag) {
        super(pageSize, tag, Page.leafKind(tag));
    }

    @Override
    int firstLine() {
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
    boolean startsAfter(long key) {
        return key < low();
    }

    @Override
    public boolean endsBefore(long key) {
        return hasHigh() && key >= high();
    }

    @Override
    public int find(long key) {
        int hashLine = Page.hashLine(key, pageSize());
        int slot = find(key, hashLine, pageSize());
        return slot != Page.NONE ? slot : find(key, Page.LINE, hashLine);
    }

    /**
     * Searches lines of the page for a key with plain loads, so that the processor fetches several
     * lines at the same time. Any order of loads finds an entry that stays in the page. The entry
     * that was found is read again with acquire order.
     */
    private int find(long key, int from, int to) {
        for (int line = from; line < to; line += Page.LINE) {
            if (Page.matches(memory(), base() + line, key) != 0) {
                long stamp = Page.acquire(memory(), base() + line);
                int match = Page.matches(memory(), base() + line, key) & LineStamp.taken(stamp);
                if (match != 0) {
                    watch(line, stamp);
                    return Page.slot(line, Integer.numberOfTrailingZeros(match));
                }
            }
        }
        return Page.NONE;
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

    @Override
    public boolean collect(long from, long to, EntryBuffer into) {
        int before = into.size();
        long first = Math.max(from, low());
        for (int line = Page.LINE; line < pageSize(); line += Page.LINE) {
            long stamp = Page.acquire(memory(), base() + line);
            for (int taken = LineStamp.taken(stamp); taken != 0; taken &= taken - 1) {
                int at = Page.key(line, Integer.numberOfTrailingZeros(taken));
                long key = word(at);
                if (key >= first && key <= to && !endsBefore(key)) {
                    into.add(key, word(at + Long.BYTES));
                }
            }
            if (!isCopy() && !isLineStill(line, stamp)) {
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

    @Override
    public int count() {
        int count = 0;
        for (int line = Page.LINE; line < pageSize(); line += Page.LINE) {
            int taken = LineStamp.taken(word(line));
            for (; taken != 0; taken &= taken - 1) {
                long key = key(line, Integer.numberOfTrailingZeros(taken));
                if (key >= low() && !endsBefore(key)) {
                    count++;
                }
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
