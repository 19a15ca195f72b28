package dev.mangrove.index.rtree.search;

import dev.mangrove.index.rtree.page.EntryBlock;

import java.util.Arrays;

/**
 * Finds rectangles that may fit a window, by a square grid around them all. Each cell lists the
 * rectangles that intersect it. A search that reads several cells takes a rectangle only from the
 * first cell, in both directions, that lists it.
 *
 * <p>Coordinates are rounded to 15 bits, those of rectangles and windows by the same monotone
 * function, so that no rectangle that fits is missed; some are found that are only near. A listing
 * is two words, the rectangle and the reference:
 *
 * <pre>
 *  63  62           48  47  46           32  31  30    16  15  14     0
 * +---+---------------+---+---------------+---+---------+---+---------+
 * | c | largest - maxY| 0 | largest - maxX| r |  minY   | 0 |  minX   |
 * +---+---------------+---+---------------+---+---------+---+---------+
 * </pre>
 *
 * In this form a rectangle fits if none of its fields is larger than that of the window's limits,
 * which one subtraction tests: bits 15, 31, 47 and 63 of the limits are set, and borrowed from
 * where a field is larger. Bit {@code c} is set if the cell is not in the first column that lists
 * the rectangle, {@code r} if it is not in the first row. As then nothing is left to borrow, such a
 * listing does not fit; searches ignore {@code c} in their own first column and {@code r} in their
 * first row.
 */
final class RectangleGrid {
    private static final int FIELD = 16;
    private static final int BITS = FIELD - 1;
    private static final int LARGEST = (1 << BITS) - 1;
    private static final long GUARDS = 0x8000_8000_8000_8000L;
    private static final long OTHER_COLUMN = 1L << 63;
    private static final long OTHER_ROW = 1L << 31;
    private static final int WORDS = 2;

    /** Bits of a cell's column. Chosen: a rectangle per cell or two, for the most rectangles. */
    private static final int MOST_CELL_BITS = 9;

    /** Chosen: rectangles that are as large as cells meet four, and some are larger. */
    private static final int MOST_LISTINGS_OF_ONE = 8;

    /**
     * Chosen: comparing a window with this many takes as long as reading three pages of a descent.
     */
    private static final int MOST_OF_A_CELL = 1_024;

    /** Chosen: for larger windows, the descent is a small part of the search. */
    private static final int MOST_CELLS_OF_A_SEARCH = 64;

    private int cellBits;
    private double left;
    private double lower;
    private double perUnitX;
    private double perUnitY;
    private int[] ends = new int[2];
    private long[] listed = new long[0];

    /** Number of listings in all cells. */
    int listings() {
        return ends[1 << (2 * cellBits)];
    }

    /**
     * Finds the references of rectangles that may fit, by the limits of {@link WindowSearch}; false
     * if the window has too many cells.
     */
    boolean find(
            double mostMinX, double mostMinY, double leastMaxX, double leastMaxY, FoundPages into) {
        into.clear();
        long limits = word(mostMinX, mostMinY, leastMaxX, leastMaxY);
        int fromX = cell(Math.min(minX(limits), maxX(limits)));
        int fromY = cell(Math.min(minY(limits), maxY(limits)));
        int toX = cell(Math.max(minX(limits), maxX(limits)));
        int toY = cell(Math.max(minY(limits), maxY(limits)));
        if ((toX - fromX + 1) * (toY - fromY + 1) > MOST_CELLS_OF_A_SEARCH) {
            return false;
        }
        long guarded = limits | GUARDS;
        long ignored = OTHER_ROW;
        for (int y = fromY; y <= toY; y++) {
            int cell = (y << cellBits) + fromX;
            int second = ends[cell + 1];
            find(guarded, ignored | OTHER_COLUMN, ends[cell], second, into);
            find(guarded, ignored, second, ends[cell + 1 + toX - fromX], into);
            ignored = 0;
        }
        return true;
    }

    /** Finds rectangles of neighbouring cells of a row. */
    private void find(long guarded, long ignored, int from, int to, FoundPages into) {
        int end = WORDS * to;
        for (int at = WORDS * from; at < end; at += WORDS) {
            if (((guarded - (listed[at] & ~ignored)) & GUARDS) == GUARDS) {
                into.add(listed[at + 1]);
            }
        }
    }

    /** Lists rectangles; false if a cell would list too many. */
    boolean fill(EntryBlock rectangles) {
        frame(rectangles);
        long[] words = new long[rectangles.size()];
        Arrays.setAll(
                words,
                i ->
                        word(
                                rectangles.minX(i),
                                rectangles.minY(i),
                                rectangles.maxX(i),
                                rectangles.maxY(i)));
        cellBits = Math.min(MOST_CELL_BITS, log2(2L * words.length + 1) / 2);
        long most = (long) MOST_LISTINGS_OF_ONE * words.length;
        while (listings(words) > most) {
            cellBits--; // Ends: with 0 bits there is one listing for each rectangle.
        }
        int cells = 1 << (2 * cellBits);
        ends = new int[cells + 2];
        // Counting sort: counts at index + 2, then starts at index + 1, which become the ends.
        for (long word : words) {
            count(word);
        }
        for (int cell = 2; cell < cells + 2; cell++) {
            if (ends[cell] > MOST_OF_A_CELL) {
                Arrays.fill(ends, 0);
                return false;
            }
            ends[cell] += ends[cell - 1];
        }
        listed = new long[WORDS * ends[cells + 1]];
        for (int i = 0; i < words.length; i++) {
            put(words[i], rectangles.reference(i));
        }
        return true;
    }

    private static int log2(long number) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
    }

    private long listings(long[] words) {
        long sum = 0;
        for (long word : words) {
            long columns = cell(maxX(word)) - cell(minX(word)) + 1L;
            sum += columns * (cell(maxY(word)) - cell(minY(word)) + 1);
        }
        return sum;
    }

    private void count(long word) {
        for (int y = cell(minY(word)); y <= cell(maxY(word)); y++) {
            for (int x = cell(minX(word)); x <= cell(maxX(word)); x++) {
                ends[(y << cellBits) + x + 2]++;
            }
        }
    }

    private void put(long word, long reference) {
        for (int y = cell(minY(word)); y <= cell(maxY(word)); y++) {
            for (int x = cell(minX(word)); x <= cell(maxX(word)); x++) {
                int at = WORDS * ends[(y << cellBits) + x + 1]++;
                listed[at] =
                        word
                                | (x == cell(minX(word)) ? 0 : OTHER_COLUMN)
                                | (y == cell(minY(word)) ? 0 : OTHER_ROW);
                listed[at + 1] = reference;
            }
        }
    }

    /** Borders are halved, because the total width may exceed the largest double. */
    private void frame(EntryBlock rectangles) {
        double right = Double.NEGATIVE_INFINITY;
        double upper = Double.NEGATIVE_INFINITY;
        left = Double.POSITIVE_INFINITY;
        lower = Double.POSITIVE_INFINITY;
        for (int i = 0; i < rectangles.size(); i++) {
            left = Math.min(left, rectangles.minX(i) / 2);
            lower = Math.min(lower, rectangles.minY(i) / 2);
            right = Math.max(right, rectangles.maxX(i) / 2);
            upper = Math.max(upper, rectangles.maxY(i) / 2);
        }
        perUnitX = perUnit(right - left);
        perUnitY = perUnit(upper - lower);
    }

    /** 0, for a single column, if the extent is 0. */
    private static double perUnit(double extent) {
        double number = LARGEST / extent;
        return number > 0 && number < Double.POSITIVE_INFINITY ? number : 0;
    }

    /** A rectangle, or the limits of a window; what is outside of the grid is put at its border. */
    private long word(double minX, double minY, double maxX, double maxY) {
        return rounded((minX / 2 - left) * perUnitX)
                | rounded((minY / 2 - lower) * perUnitY) << FIELD
                | (LARGEST - rounded((maxX / 2 - left) * perUnitX)) << (2 * FIELD)
                | (LARGEST - rounded((maxY / 2 - lower) * perUnitY)) << (3 * FIELD);
    }

    private static long rounded(double number) {
        return Math.clamp((int) number, 0, LARGEST);
    }

    private static int minX(long word) {
        return (int) word & LARGEST;
    }

    private static int minY(long word) {
        return (int) (word >>> FIELD) & LARGEST;
    }

    private static int maxX(long word) {
        return LARGEST - ((int) (word >>> (2 * FIELD)) & LARGEST);
    }

    private static int maxY(long word) {
        return LARGEST - ((int) (word >>> (3 * FIELD)) & LARGEST);
    }

    private int cell(int coordinate) {
        return coordinate >> (BITS - cellBits);
    }
}
