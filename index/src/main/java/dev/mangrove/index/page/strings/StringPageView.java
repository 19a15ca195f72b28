package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.HeaderStamp;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.LineStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.WordPageView;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * A read of one page whose keys are byte strings, see {@link StringPage}. It compares keys where
 * they are; only those that it returns are copied to the {@link KeyArena}.
 *
 * <p>The line of an upper bound that the header selects stays as it is until the header's stamp has
 * changed. So a read in place that finds the same stamp again has read one bound, as with a bound
 * in the header. What is read of a page that changes meanwhile may be anything: lengths out of
 * range, and extents that hold no key any more, make the read invalid.
 */
public final class StringPageView extends PageView {
    /** Kind of a value that lies in an extent; the word is its pointer. */
    public static final int EXTENT = StringLine.EXTENT;

    /** As {@link #EXTENT}, of a value that expires. */
    public static final int EXPIRING = StringLine.EXPIRING;

    private final KeyArena keys;
    private final StringKeyReader reader;
    private boolean torn;

    StringPageView(int pageSize, int tag, KeyArena keys, LongKeys longKeys) {
        super(pageSize, tag, StringPage.leafKind(tag));
        this.keys = keys;
        this.reader = new StringKeyReader(keys, longKeys);
    }

    @Override
    public void inPlace(MemorySegment where, long offset, long at) {
        torn = false;
        reader.begin(where, offset);
        super.inPlace(where, offset, at);
    }

    @Override
    public void stable(MemorySegment where, long offset, long at) {
        torn = false;
        reader.begin(where, offset);
        super.stable(where, offset, at);
    }

    @Override
    public boolean isValid() {
        return !torn && !(reader.hasFailed() && isInUse()) && super.isValid();
    }

    /**
     * Whether the header is that of a living page, in the use that the pointer is of. Of another
     * one readers use no more than the header: the extents of its lines have been freed.
     */
    public boolean isInUse() {
        return !HeaderStamp.isDead(header())
                && HeaderStamp.generation(header()) == PagePointer.generation(pointer());
    }

    @Override
    protected int firstLine() {
        return StringPage.FIRST_ENTRY;
    }

    @Override
    public long low() {
        return reader.key(StringPage.LOW_LINE, 0);
    }

    @Override
    public long high() {
        return reader.key(StringPage.highLine(half()), 0);
    }

    @Override
    protected boolean startsAfter(long key) {
        return compareBound(StringPage.LOW_LINE, key) > 0;
    }

    @Override
    public boolean endsBefore(long key) {
        return hasHigh() && compareBound(StringPage.highLine(half()), key) <= 0;
    }

    private int compareBound(int line, long key) {
        return key == KeyOrder.GREATEST ? -1 : reader.compareRest(line, key, 0);
    }

    @Override
    public int find(long key) {
        int prefix = reader.prefix();
        boolean starts = reader.comparePrefix(key, prefix) == 0;
        int from = starts ? prefix : 0;
        int length = KeyArena.length(key) - from;
        long first = StringLine.first(length, !starts, keys.word(key, from));
        int hashLine = StringPage.hashLine(keys.hash(key), pageSize());
        int slot = find(key, from, first, hashLine, pageSize());
        return slot != Page.NONE ? slot : find(key, from, first, firstLine(), hashLine);
    }

    /** As in {@link WordPageView}: plain loads search, and an acquire load confirms. */
    private int find(long key, int from, long first, int start, int end) {
        for (int line = start; line < end; line += Page.LINE) {
            if (matches(line, word(line), key, from, first)) {
                long stamp = Page.acquire(memory(), base() + line);
                if (matches(line, stamp, key, from, first)) {
                    watch(line, stamp);
                    return Page.slot(line, place(stamp));
                }
            }
        }
        return Page.NONE;
    }

    private boolean matches(int line, long stamp, long key, int from, long first) {
        return StringLine.withoutKinds(word(line + StringLine.KEY)) == first
                && LineStamp.taken(stamp) != 0
                && reader.compareRest(line, key, from) == 0;
    }

    @Override
    public int floor(long key) {
        int prefix = reader.prefix();
        int prefixOrder = key == KeyOrder.GREATEST ? -1 : reader.comparePrefix(key, prefix);
        int mark = keys.mark();
        int best = Page.NONE;
        long bestKey = KeyOrder.LEAST;
        for (int line = firstLine(); line < pageSize(); line += Page.LINE) {
            long stamp = Page.acquire(memory(), base() + line);
            if (LineStamp.taken(stamp) == 0 || reader.compare(line, key, prefix, prefixOrder) > 0) {
                continue;
            }
            long found = reader.key(line, prefix);
            if (best == Page.NONE || keys.isLess(bestKey, found)) {
                best = Page.slot(line, place(stamp));
                bestKey = found;
                watch(line, stamp);
            }
        }
        keys.release(mark);
        return best;
    }

    @Override
    public long key(int slot) {
        int line = Page.lineOf(slot);
        return withKind(reader.key(line, reader.prefix()), line, slot % Page.SLOTS_PER_LINE);
    }

    private long withKind(long key, int line, int place) {
        if (key == KeyOrder.LEAST) {
            return key;
        }
        int kind = StringLine.kind(word(line + StringLine.KEY), place);
        return KeyArena.withKinds(key, kind, StringLine.WORD);
    }

    @Override
    public long value(int slot) {
        return word(StringLine.valueOf(slot));
    }

    /** Number of bytes of the value in a slot, {@link #EXTENT} or {@link #EXPIRING}. */
    public int kind(int slot) {
        long first = word(Page.lineOf(slot) + StringLine.KEY);
        return StringLine.kind(first, slot % Page.SLOTS_PER_LINE);
    }

    @Override
    public boolean isValue(int slot, long key, long expected) {
        return value(slot) == expected && kind(slot) == KeyArena.expected(key);
    }

    @Override
    public boolean isCollected(int slot, long key, long collected) {
        return value(slot) == collected && kind(slot) == KeyArena.kind(key);
    }

    @Override
    public boolean collect(long from, long to, EntryBuffer into) {
        int before = into.size();
        int mark = keys.mark();
        int prefix = reader.prefix();
        for (int line = firstLine(); line < pageSize(); line += Page.LINE) {
            long stamp = Page.acquire(memory(), base() + line);
            if (LineStamp.taken(stamp) != 0) {
                collect(line, stamp, prefix, from, to, into);
            }
            if (!isCopy() && !isLineStill(line, stamp)) {
                torn = true;
            }
        }
        if (!isValid()) {
            into.size(before);
            keys.release(mark);
            return false;
        }
        return true;
    }

    private void collect(int line, long stamp, int prefix, long from, long to, EntryBuffer into) {
        int mark = keys.mark();
        long key = reader.key(line, prefix);
        if (isOwn(line, stamp)
                && (from == KeyOrder.LEAST || !keys.isLess(key, from))
                && (to == KeyOrder.GREATEST || !keys.isLess(to, key))) {
            int place = place(stamp);
            into.add(withKind(key, line, place), value(Page.slot(line, place)));
        } else {
            keys.release(mark);
        }
    }

    /** Whether the entry of a line is within the bounds of the page, as it was read. */
    private boolean isOwn(int line, long stamp) {
        return isCopy() ? isBelowHigh(line) : isWithinBounds(line, stamp);
    }

    @Override
    public int count() {
        int count = 0;
        for (int line = firstLine(); line < pageSize(); line += Page.LINE) {
            long stamp = word(line);
            if (LineStamp.taken(stamp) != 0 && isWithinBounds(line, stamp)) {
                count++;
            }
        }
        return count;
    }

    /**
     * Whether the entry of a line is within the bounds of a page that is locked, or that is read in
     * place and was so after its header. No entry is below the lower bound; a line that is up to
     * date with the header has none above the upper bound. In a copy it may have one: of a merge
     * that was given up before the header was read.
     */
    boolean isWithinBounds(int line, long stamp) {
        return LineStamp.isCurrent(stamp, header()) || isBelowHigh(line);
    }

    private boolean isBelowHigh(int line) {
        if (!hasHigh()) {
            return true;
        }
        int mark = keys.mark();
        boolean within = !endsBefore(reader.key(line, reader.prefix()));
        keys.release(mark);
        return within;
    }

    @Override
    public boolean endsSearchesEarly() {
        return false;
    }

    @Override
    public int freeSlot(long key) {
        int hashLine = StringPage.hashLine(keys.hash(key), pageSize());
        int slot = freeSlot(hashLine, pageSize());
        return slot != Page.NONE ? slot : freeSlot(firstLine(), hashLine);
    }

    private int freeSlot(int from, int to) {
        for (int line = from; line < to; line += Page.LINE) {
            if (LineStamp.taken(word(line)) == 0) {
                return Page.slot(line, 0);
            }
        }
        return Page.NONE;
    }

    /**
     * Names all extents that the page has: of its bounds, of its keys and, in a leaf, of its
     * values. The value of a void entry is not its own: a split has moved it to the right page, or
     * a merge that was given up has copied it from there. In place, the caller validates the read
     * afterwards.
     */
    public void extents(LongConsumer into) {
        boolean isLeaf = level() == Page.LEAF;
        extent(StringPage.LOW_LINE, into);
        extent(StringPage.FIRST_HIGH_LINE, into);
        extent(StringPage.SECOND_HIGH_LINE, into);
        for (int line = firstLine(); line < pageSize(); line += Page.LINE) {
            long stamp = Page.acquire(memory(), base() + line);
            if (LineStamp.taken(stamp) == 0) {
                continue;
            }
            extent(line, into);
            int slot = Page.slot(line, place(stamp));
            if (isLeaf && kind(slot) >= EXTENT && isOwn(line, stamp)) {
                into.accept(value(slot));
            }
            if (!isCopy() && !isLineStill(line, stamp)) {
                torn = true;
            }
        }
    }

    private void extent(int line, LongConsumer into) {
        long extent = extent(line);
        if (extent != PagePointer.NULL) {
            into.accept(extent);
        }
    }

    /** Length of the prefix that the page leaves out of its keys. */
    int prefix() {
        return reader.prefix();
    }

    /** Whether a key starts with the page's prefix. */
    boolean startsWithPrefix(long key, int prefix) {
        return reader.comparePrefix(key, prefix) == 0;
    }

    /** Pointer to the extent of a line's key; NULL if it has none. */
    long extent(int line) {
        return reader.extent(line);
    }

    private static int place(long stamp) {
        return Integer.numberOfTrailingZeros(LineStamp.taken(stamp)) % StringLine.SLOTS;
    }

    private long word(int offset) {
        return Page.plain(memory(), base() + offset);
    }
}
