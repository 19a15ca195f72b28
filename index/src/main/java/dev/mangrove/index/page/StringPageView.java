package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

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

    private final KeyArena keys;
    private final LongKeys longKeys;
    private byte[] longKey = {};
    private boolean torn;

    StringPageView(int pageSize, int tag, KeyArena keys, LongKeys longKeys) {
        super(pageSize, tag, StringPage.leafKind(tag));
        this.keys = keys;
        this.longKeys = longKeys;
    }

    @Override
    public void inPlace(MemorySegment where, long offset, long at) {
        torn = false;
        super.inPlace(where, offset, at);
    }

    @Override
    public void stable(MemorySegment where, long offset, long at) {
        torn = false;
        super.stable(where, offset, at);
    }

    @Override
    public boolean isValid() {
        return !torn && super.isValid();
    }

    @Override
    int firstLine() {
        return StringPage.FIRST_ENTRY;
    }

    @Override
    public long low() {
        return key(StringPage.LOW_LINE, 0);
    }

    @Override
    public long high() {
        return key(StringPage.highLine(half()), 0);
    }

    @Override
    boolean startsAfter(long key) {
        return compareBound(StringPage.LOW_LINE, key) > 0;
    }

    @Override
    public boolean endsBefore(long key) {
        return hasHigh() && compareBound(StringPage.highLine(half()), key) <= 0;
    }

    private int compareBound(int line, long key) {
        return key == KeyOrder.GREATEST ? -1 : compareRest(line, key, 0);
    }

    @Override
    public int find(long key) {
        int prefix = prefix();
        boolean starts = comparePrefix(key, prefix) == 0;
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
                && compareRest(line, key, from) == 0;
    }

    @Override
    public int floor(long key) {
        int prefix = prefix();
        int prefixOrder = key == KeyOrder.GREATEST ? -1 : comparePrefix(key, prefix);
        int mark = keys.mark();
        int best = Page.NONE;
        long bestKey = KeyOrder.LEAST;
        for (int line = firstLine(); line < pageSize(); line += Page.LINE) {
            long stamp = Page.acquire(memory(), base() + line);
            if (LineStamp.taken(stamp) == 0 || compare(line, key, prefix, prefixOrder) > 0) {
                continue;
            }
            long found = key(line, prefix);
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
        return withKind(key(line, prefix()), line, slot % Page.SLOTS_PER_LINE);
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

    /** Number of bytes of the value in a slot, or {@link #EXTENT}. */
    public int kind(int slot) {
        long first = word(Page.lineOf(slot) + StringLine.KEY);
        return StringLine.kind(first, slot % Page.SLOTS_PER_LINE);
    }

    @Override
    public boolean isValue(int slot, long key, long expected) {
        return value(slot) == expected && kind(slot) == KeyArena.expected(key);
    }

    @Override
    public boolean collect(long from, long to, EntryBuffer into) {
        int before = into.size();
        int mark = keys.mark();
        int prefix = prefix();
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
        long key = key(line, prefix);
        if (isWithinBounds(line, stamp)
                && (from == KeyOrder.LEAST || !keys.isLess(key, from))
                && (to == KeyOrder.GREATEST || !keys.isLess(to, key))) {
            int place = place(stamp);
            into.add(withKind(key, line, place), value(Page.slot(line, place)));
        } else {
            keys.release(mark);
        }
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
     * Whether the entry of a line is within the page's bounds. No entry is below the lower bound; a
     * line that is up to date with the header has none above the upper bound.
     */
    boolean isWithinBounds(int line, long stamp) {
        if (!hasHigh() || LineStamp.isCurrent(stamp, header())) {
            return true;
        }
        int mark = keys.mark();
        boolean within = !endsBefore(key(line, prefix()));
        keys.release(mark);
        return within;
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

    /** Length of the prefix that the page leaves out of its keys. */
    int prefix() {
        int prefix = StringLine.prefix(word(StringPage.LOW_LINE + StringLine.KEY));
        if (prefix > StringLine.MOST) {
            tear();
            return 0;
        }
        return prefix;
    }

    /** Whether a key starts with the page's prefix. */
    boolean startsWithPrefix(long key, int prefix) {
        return comparePrefix(key, prefix) == 0;
    }

    /** Pointer to the extent of a line's key; NULL if it has none. */
    long extent(int line) {
        return StringLine.isLong(StringLine.length(word(line + StringLine.KEY)))
                ? word(line + StringLine.KEY_EXTENT)
                : PagePointer.NULL;
    }

    /** Compares the prefix with a key: 0 if the key starts with it. */
    private int comparePrefix(long key, int prefix) {
        for (int from = 0, i = 0; from < prefix; i++) {
            int bytes = i == 0 ? StringLine.FIRST_BYTES : Long.BYTES;
            long mask = -1L << (Byte.SIZE * Math.max(0, Long.BYTES - (prefix - from)));
            long own = bytes(StringPage.LOW_LINE, i) & mask;
            long other = keys.word(key, from) & mask & (-1L << (Byte.SIZE * (Long.BYTES - bytes)));
            int order = Long.compareUnsigned(own, other);
            if (order != 0) {
                return order;
            }
            from += bytes;
        }
        return KeyArena.length(key) < prefix ? 1 : 0;
    }

    /** The i-th word of a line's key, its first byte highest. */
    private long bytes(int line, int i) {
        long word = word(line + StringLine.KEY + i * Long.BYTES);
        return i == 0
                ? StringLine.firstBytes(word) << (Byte.SIZE * (Long.BYTES - StringLine.FIRST_BYTES))
                : word;
    }

    private int compare(int line, long key, int prefix, int prefixOrder) {
        if (key == KeyOrder.GREATEST) {
            return -1;
        }
        if (StringLine.isWhole(word(line + StringLine.KEY))) {
            return compareRest(line, key, 0);
        }
        return prefixOrder != 0 ? prefixOrder : compareRest(line, key, prefix);
    }

    /** Compares what a line has of a key with the bytes of another from an index on. */
    private int compareRest(int line, long key, int from) {
        int length = StringLine.length(word(line + StringLine.KEY));
        boolean isLong = StringLine.isLong(length);
        int words = isLong ? StringLine.KEY_WORDS - 1 : StringLine.KEY_WORDS;
        long mask = -1L << (Byte.SIZE * (Long.BYTES - StringLine.FIRST_BYTES));
        int order = Long.compareUnsigned(bytes(line, 0), keys.word(key, from) & mask);
        int at = from + StringLine.FIRST_BYTES;
        for (int i = 1; i < words && order == 0; i++, at += Long.BYTES) {
            order = Long.compareUnsigned(bytes(line, i), keys.word(key, at));
        }
        if (order != 0) {
            return order;
        }
        int left = KeyArena.length(key) - from;
        if (isLong && left > StringLine.START) {
            return compareExtent(line, key);
        }
        return length != left ? length - left : orderOf(key);
    }

    private int compareExtent(int line, long key) {
        if (longKey.length == 0) {
            longKey = new byte[KeyArena.LONGEST];
        }
        int length = longKeys.read(word(line + StringLine.KEY_EXTENT), longKey, 0);
        if (length == LongKeys.GONE) {
            tear();
            return 0;
        }
        int place = KeyArena.place(key);
        int end = place + KeyArena.length(key);
        int order = Arrays.compareUnsigned(longKey, 0, length, keys.bytes(), place, end);
        return order != 0 ? order : orderOf(key);
    }

    /** Order of a key with the same bytes as another one, compared with that. */
    private static int orderOf(long key) {
        return KeyArena.isBefore(key) ? 1 : 0;
    }

    /** Copies the key of a line to the arena; of a read that is torn, any key. */
    private long key(int line, int prefix) {
        long first = word(line + StringLine.KEY);
        int length = StringLine.length(first);
        int start = StringLine.isWhole(first) ? 0 : prefix;
        if (start + length > KeyArena.LONGEST) {
            tear();
            return KeyOrder.LEAST;
        }
        if (StringLine.isLong(length)) {
            return longKey(line);
        }
        int place = keys.reserve(start + length);
        copy(StringPage.LOW_LINE, start, place);
        copy(line, length, place + start);
        return KeyArena.token(place, start + length);
    }

    /** Copies bytes of a line's key; up to 7 bytes more are overwritten. */
    private void copy(int line, int length, int place) {
        for (int at = 0, i = 0; at < length; i++) {
            keys.word(place + at, bytes(line, i));
            at += i == 0 ? StringLine.FIRST_BYTES : Long.BYTES;
        }
    }

    private long longKey(int line) {
        int place = keys.reserve(KeyArena.LONGEST);
        int length = longKeys.read(word(line + StringLine.KEY_EXTENT), keys.bytes(), place);
        if (length == LongKeys.GONE) {
            tear();
            keys.release(place);
            return KeyOrder.LEAST;
        }
        keys.release(place + length);
        return KeyArena.token(place, length);
    }

    /**
     * Makes the read invalid, unless the page is dead or in another use: nobody uses more than the
     * header of such a page, and the extents of its lines have been freed.
     */
    private void tear() {
        torn |=
                !HeaderStamp.isDead(header())
                        && HeaderStamp.generation(header()) == PagePointer.generation(pointer());
    }

    private static int place(long stamp) {
        return Integer.numberOfTrailingZeros(LineStamp.taken(stamp)) % StringLine.SLOTS;
    }

    private long word(int offset) {
        return Page.plain(memory(), base() + offset);
    }
}
