package dev.mangrove.index.page.strings;

import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.LineStamp;
import dev.mangrove.index.page.Page;
import dev.mangrove.index.page.PageImage;

import java.lang.foreign.MemorySegment;

/**
 * Builds a new page whose keys are byte strings. The prefix that entries leave out is what the
 * bounds have in common now; it stays when the bounds of the page change.
 */
final class StringPageImage extends PageImage {
    private final KeyArena keys;
    private final LongKeys longKeys;
    private final StringWords words;
    private long low;
    private int prefix;

    StringPageImage(MemorySegment memory, int pageSize, int tag, KeyArena keys, LongKeys longKeys) {
        super(memory, pageSize, StringPage.leafKind(tag));
        this.keys = keys;
        this.longKeys = longKeys;
        this.words = new StringWords(keys, longKeys);
    }

    @Override
    protected void begins(long pointer) {
        longKeys.forPage(pointer);
    }

    @Override
    protected int firstLine() {
        return StringPage.FIRST_ENTRY;
    }

    @Override
    protected void bounds(long lowest, boolean unbounded, long high) {
        assert unbounded || keys.isLess(lowest, high) : "bounds are not in order";
        low = lowest;
        prefix = unbounded ? 0 : prefix(lowest, high);
        long stamp = LineStamp.first(header(), 0);
        put(Page.LOW, stamp);
        put(Page.FIRST_HALF, stamp);
        put(StringPage.LOW_LINE, stamp);
        put(StringPage.FIRST_HIGH_LINE, stamp);
        put(StringPage.SECOND_HIGH_LINE, stamp);
        words.bound(lowest);
        words(StringPage.LOW_LINE);
        int first = StringPage.LOW_LINE + StringLine.KEY;
        put(first, StringLine.withPrefix(words.word(0), prefix));
        if (!unbounded) {
            words.bound(high);
            words(StringPage.FIRST_HIGH_LINE);
        }
    }

    /** What two bounds have in common, as far as the line of the lower one has it. */
    private int prefix(long lowest, long high) {
        int inLine =
                StringLine.isLong(KeyArena.length(lowest)) ? StringLine.START : StringLine.MOST;
        return Math.min(inLine, keys.commonPrefix(lowest, high));
    }

    /** Each entry is in the first free line at or after its hash line. */
    @Override
    public PageImage entries(EntryBuffer entries, int from, int to) {
        assert to - from <= StringPage.entries(pageSize()) : "too many entries: " + (to - from);
        for (int i = from; i < to; i++) {
            put(entries.key(i), entries.value(i));
        }
        return this;
    }

    private void put(long key, long value) {
        int line = StringPage.hashLine(keys.hash(key), pageSize());
        while (LineStamp.taken(Page.plain(memory(), line)) != 0) {
            line = line + Page.LINE < pageSize() ? line + Page.LINE : firstLine();
        }
        words.entry(key, prefix, keys.startsWith(key, low, prefix));
        words(line);
        put(line + StringLine.VALUE, value);
        put(line, LineStamp.first(header(), 1));
    }

    private void words(int line) {
        for (int i = 0; i < StringLine.KEY_WORDS; i++) {
            put(line + StringLine.KEY + i * Long.BYTES, words.word(i));
        }
    }

    private void put(int offset, long word) {
        Page.plain(memory(), offset, word);
    }
}
