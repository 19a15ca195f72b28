package dev.mangrove.index.page;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Builds a new page with 64-bit keys. */
public final class WordPageImage extends PageImage {
    /** For each data line, how many entries it is the hash line of, then the next one's slot. */
    private final int[] nextSlots;

    /** For each entry, its hash line. */
    private final int[] lineOfEntry;

    /** Offsets of keys by slot; the slots of a page twice. */
    private final int[] keyOffsets;

    /** Creates an image for pages of an index, in memory that the image owns. */
    public WordPageImage(MemorySegment memory, int pageSize, int tag) {
        super(memory, pageSize, Page.leafKind(tag));
        this.nextSlots = new int[pageSize / Page.LINE - 1];
        int slots = Page.slots(pageSize);
        this.lineOfEntry = new int[slots];
        this.keyOffsets = new int[2 * slots];
        Arrays.setAll(keyOffsets, slot -> Page.keyOf(slot % slots));
    }

    @Override
    protected int firstLine() {
        return Page.LINE;
    }

    @Override
    protected void bounds(long low, boolean unbounded, long high) {
        assert unbounded || high > low : "bounds: low=" + low + ", high=" + high;
        Page.plain(memory(), Page.LOW, low);
        Page.plain(memory(), Page.FIRST_HALF, high);
    }

    /**
     * Fills an empty page with entries {@code from} to {@code to}, exclusive. Each lies at or after
     * its hash line, and none behind an entry whose hash line comes later (as by Robin Hood
     * hashing). On average entries are as far from their hash lines as if each had taken the first
     * free slot, but none is much farther than others.
     */
    @Override
    public PageImage entries(EntryBuffer entries, int from, int to) {
        assert to - from <= lineOfEntry.length : "too many entries: " + (to - from);
        Arrays.fill(nextSlots, 0);
        for (int i = from; i < to; i++) {
            int line = Page.hashLine(entries.key(i), pageSize()) / Page.LINE - 1;
            lineOfEntry[i - from] = line;
            nextSlots[line]++;
        }
        int start = lineWithoutOverflow();
        assignSlots(start);
        for (int i = from; i < to; i++) {
            put(nextSlots[lineOfEntry[i - from]]++, entries.key(i), entries.value(i));
        }
        stampLines(start);
        return this;
    }

    /**
     * Turns the number of entries of each line into the slot of its first entry. Slots count on
     * beyond the last line, where they go on with the first.
     */
    private void assignSlots(int start) {
        int lines = nextSlots.length;
        int free = 0;
        for (int i = start; i < start + lines; i++) {
            int line = i < lines ? i : i - lines;
            int first = Math.max(free, i * Page.SLOTS_PER_LINE);
            free = first + nextSlots[line];
            nextSlots[line] = first;
        }
    }

    /**
     * Notes in the stamp of each line which slots are taken, the first ones, and whether the
     * entries of this line and those before it go on behind it.
     */
    private void stampLines(int start) {
        int lines = nextSlots.length;
        long stamp = LineStamp.first(header(), 0);
        int free = 0;
        for (int i = start; i < start + lines; i++) {
            int line = i < lines ? i : i - lines;
            free = Math.max(free, nextSlots[line]);
            int ahead = free - i * Page.SLOTS_PER_LINE;
            int taken = Math.min(ahead, Page.SLOTS_PER_LINE);
            if (taken > 0) {
                long passed = ahead > Page.SLOTS_PER_LINE ? LineStamp.PASSED : 0;
                Page.plain(memory(), (line + 1L) * Page.LINE, stamp | passed | (1 << taken) - 1);
            }
        }
    }

    /**
     * A line that no entry of the lines before it overflows into: the one behind the fewest entries
     * per slot, counted from the first line.
     */
    private int lineWithoutOverflow() {
        int start = 0;
        int surplus = 0;
        int least = 0;
        for (int line = 0; line < nextSlots.length - 1; line++) {
            surplus += nextSlots[line] - Page.SLOTS_PER_LINE;
            if (surplus < least) {
                least = surplus;
                start = line + 1;
            }
        }
        return start;
    }

    private void put(int slot, long key, long value) {
        int at = keyOffsets[slot];
        Page.plain(memory(), at, key);
        Page.plain(memory(), at + Long.BYTES, value);
    }
}
