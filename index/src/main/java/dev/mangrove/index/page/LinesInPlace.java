package dev.mangrove.index.page;

import dev.mangrove.fabric.memory.SharedWords;

import java.lang.foreign.MemorySegment;

/**
 * Looks up keys in leaves in place, all at the same time, in the lines where {@link HashedLines}
 * finds them as well. Used by one thread.
 *
 * <ol>
 *   <li>Loads the stamps of all headers and hash lines, in no order: the processor waits for many
 *       lines at once.
 *   <li>Compares bounds and keys, and loads values. A key that is not in its hash line is searched
 *       in the next ones.
 *   <li>Loads the stamps again. A value counts if both stamps are as they were.
 * </ol>
 *
 * Two fences separate the steps, instead of two for each key. A key that is not found, or does not
 * count, is looked up in the whole leaf by the caller.
 */
public final class LinesInPlace {
    private static final int DATA_LINES = HashedLines.LINES - 1;

    private final MemorySegment memory;
    private final int pageSize;
    private final long[] pointers = new long[Long.SIZE];
    private final long[] keys = new long[Long.SIZE];
    private final int[] numbers = new int[Long.SIZE];
    private final long[] bases = new long[Long.SIZE];
    private final long[] headers = new long[Long.SIZE];
    private final long[] lines = new long[Long.SIZE];
    private final long[] stamps = new long[Long.SIZE];
    private final long[] values = new long[Long.SIZE];
    private int size;

    /** Creates lookups in pages of a size in mapped memory. */
    public LinesInPlace(MemorySegment memory, int pageSize) {
        this.memory = memory;
        this.pageSize = pageSize;
    }

    /** Adds a key, of 64 at most, with the caller's number below 64. */
    public void add(int number, long pointer, long key) {
        int i = size++;
        long base = PagePointer.offset(pointer);
        numbers[i] = number;
        pointers[i] = pointer;
        keys[i] = key;
        bases[i] = base;
        lines[i] = base + Page.hashLine(key, pageSize);
    }

    /** Gives up what was added. */
    public void clear() {
        size = 0;
    }

    /**
     * Looks up the added keys.
     *
     * @param tag of the index
     * @param into takes the value of each key that was found, at its number
     * @return the numbers of these keys, a bit each
     */
    public long find(int tag, long[] into) {
        int added = size;
        size = 0;
        if (added == 0) {
            return 0;
        }
        for (int i = 0; i < added; i++) {
            headers[i] = Page.plain(memory, bases[i]);
            stamps[i] = Page.plain(memory, lines[i]);
        }
        SharedWords.acquireFence();
        long met = 0;
        for (int i = 0; i < added; i++) {
            if (covers(i, tag) && search(i)) {
                met |= 1L << i;
            }
        }
        SharedWords.acquireFence();
        long found = 0;
        for (long rest = met; rest != 0; rest &= rest - 1) {
            int i = Long.numberOfTrailingZeros(rest);
            if (isUnchanged(i)) {
                into[numbers[i]] = values[i];
                found |= 1L << numbers[i];
            }
        }
        return found;
    }

    /** Whether the header shows a live leaf whose bounds include the key. */
    private boolean covers(int i, int tag) {
        long header = headers[i];
        long base = bases[i];
        long kind = Page.plain(memory, base + Page.KIND);
        if (!Page.isPage(kind, Page.leafKind(tag))
                || Page.level(kind) != Page.LEAF
                || HeaderStamp.isDead(header)
                || HeaderStamp.generation(header) != PagePointer.generation(pointers[i])) {
            return false;
        }
        int half = HeaderStamp.usesSecondHalf(header) ? Page.SECOND_HALF : Page.FIRST_HALF;
        return keys[i] >= Page.plain(memory, base + Page.LOW)
                && (HeaderStamp.isUnbounded(header) || keys[i] < Page.plain(memory, base + half));
    }

    /** Searches the hash line and those after it; keeps the stamp of the line with the key. */
    private boolean search(int i) {
        long line = lines[i];
        long stamp = stamps[i];
        long end = bases[i] + pageSize;
        // Ends: at the last of DATA_LINES.
        for (int looked = 1; ; looked++) {
            int match = Page.matches(memory, line, keys[i]) & LineStamp.taken(stamp);
            if (match != 0) {
                int at = Page.key(0, Integer.numberOfTrailingZeros(match)) + Long.BYTES;
                values[i] = Page.plain(memory, line + at);
                lines[i] = line;
                stamps[i] = stamp;
                return true;
            }
            if (looked == DATA_LINES) {
                return false;
            }
            line = line + Page.LINE < end ? line + Page.LINE : bases[i] + Page.LINE;
            stamp = Page.acquire(memory, line);
        }
    }

    private boolean isUnchanged(int i) {
        return Page.plain(memory, bases[i]) == headers[i]
                && Page.plain(memory, lines[i]) == stamps[i];
    }
}
