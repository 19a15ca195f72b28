package dev.mangrove.check;

import dev.mangrove.sim.SimHost;

import java.lang.foreign.MemorySegment;
import java.util.random.RandomGenerator;

/**
 * Copies pages as a card does that keeps lines whole: line by line, in any order, while threads
 * change the page. It sees what is visible to all, and not what lies in store buffers.
 */
public final class LineReader {
    private static final int LINE = 64;

    /** Chosen: a store, a change of a page, and the end of a page with its next use. */
    private static final int[] LONGEST_PAUSE_NANOS = {40, 1_000, 10_000};

    /** Chosen: a READ of ten lines sees a page at two or three moments. */
    private static final int PAUSE_ONE_IN = 5;

    private final SimHost host;
    private final RandomGenerator random;
    private final MemorySegment copy;
    private final int[] lines;

    /** Creates a reader of pages of a size. */
    public LineReader(SimHost host, MemorySegment copy, int pageSize) {
        this.host = host;
        this.random = host.random();
        this.copy = copy;
        this.lines = new int[pageSize / LINE];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = i * LINE;
        }
    }

    /** Copies the page at an offset. */
    public void read(MemorySegment memory, long offset) {
        int longest = LONGEST_PAUSE_NANOS[random.nextInt(LONGEST_PAUSE_NANOS.length)];
        for (int left = lines.length; left > 0; left--) {
            MemorySegment.copy(memory, offset + take(left), copy, lines[left - 1], LINE);
            if (left == 1 || random.nextInt(PAUSE_ONE_IN) == 0) {
                host.sleep(1 + random.nextInt(longest));
            }
        }
    }

    /**
     * Copies all lines of the page at an offset again but the first: the READ has fetched that one
     * earlier.
     */
    public void readRest(MemorySegment memory, long offset) {
        for (int left = lines.length; left > 0; left--) {
            int line = take(left);
            if (line > 0) {
                MemorySegment.copy(memory, offset + line, copy, line, LINE);
            }
        }
    }

    /** Draws one of the first lines and moves it to their end. */
    private int take(int left) {
        int chosen = random.nextInt(left);
        int line = lines[chosen];
        lines[chosen] = lines[left - 1];
        lines[left - 1] = line;
        return line;
    }
}
