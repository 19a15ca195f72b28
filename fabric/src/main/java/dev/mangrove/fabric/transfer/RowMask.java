package dev.mangrove.fabric.transfer;

import java.util.Arrays;

/**
 * Which bytes of a row a {@code Selection} transfers: runs within a period, in ascending order.
 *
 * <pre>
 *      0                                     period
 *     +-------+-----------+-------+---------+
 *     | guard |    run    |       |   run   |      a row of 2 runs
 *     +-------+-----------+-------+---------+
 * </pre>
 *
 * A mask is made once and used again and again. It must not change while a batch that uses it is
 * under way.
 *
 * <p>With a guard, a gather reads the guard word, then the row, then the guard again, and repeats
 * the row a few times while the two differ. What equal guards prove is up to the writers: with a
 * sequence lock, that the row is consistent if the guard, as a run of the row, is even; with lines
 * of pages, that no slot was taken or freed.
 */
public final class RowMask {
    /**
     * Bytes of the longest row that has a guard: it is read at one go, while others wait. Chosen:
     * the largest page of an ordered index.
     */
    public static final int LARGEST_GUARDED_ROW = 4096;

    /** Most runs of a mask. Chosen: one for each line of the largest guarded row. */
    public static final int MOST_RUNS = 64;

    /** Stands for the offset of a guard where there is none. */
    public static final int NO_GUARD = -1;

    private static final int FIRST_CAPACITY = 4;

    private int period;
    private int[] offsets = new int[FIRST_CAPACITY];
    private int[] lengths = new int[FIRST_CAPACITY];
    private int runs;
    private int bytes;
    private int guard = NO_GUARD;

    /** A mask without runs, of rows that follow each other at a distance of {@code period}. */
    public RowMask(int period) {
        this.period = checked(period);
    }

    private static int checked(int period) {
        if (period < 1) {
            throw new IllegalArgumentException("period is at least 1 byte: period=" + period);
        }
        return period;
    }

    /** Becomes a mask without runs and guard, of another period. */
    public RowMask clear(int itsPeriod) {
        period = checked(itsPeriod);
        runs = 0;
        bytes = 0;
        guard = NO_GUARD;
        return this;
    }

    /** A mask of rows that are transferred as a whole. */
    public static RowMask whole(int period) {
        return new RowMask(period).run(0, period);
    }

    /**
     * The mask of a strided region: each period has so many elements of a width, of which every
     * {@code stride}-th is transferred, from number {@code start} on.
     */
    public static RowMask strided(int elements, int width, int stride, int start) {
        if (width < 1 || stride < 1 || start < 0 || start >= elements) {
            throw new IllegalArgumentException(
                    "width and stride are at least 1, start is below elements: elements="
                            + elements
                            + ", width="
                            + width
                            + ", stride="
                            + stride
                            + ", start="
                            + start);
        }
        RowMask mask = new RowMask(Math.multiplyExact(elements, width));
        if (stride == 1) {
            return mask.run(start * width, (elements - start) * width);
        }
        for (int element = start; element < elements; element += stride) {
            mask.run(element * width, width);
        }
        return mask;
    }

    /** Adds a run, which begins at or after the end of the one before. */
    public RowMask run(int offset, int length) {
        int last = runs == 0 ? 0 : offsets[runs - 1] + lengths[runs - 1];
        if (length < 1 || offset < last || offset > period - length) {
            throw new IllegalArgumentException(
                    "run must not be empty, overlap the run before it or leave the period: offset="
                            + offset
                            + ", length="
                            + length
                            + ", end of the run before="
                            + last
                            + ", period="
                            + period);
        }
        if (runs == MOST_RUNS) {
            throw new IllegalArgumentException("a mask has at most " + MOST_RUNS + " runs");
        }
        if (runs == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * runs);
            lengths = Arrays.copyOf(lengths, 2 * runs);
        }
        offsets[runs] = offset;
        lengths[runs++] = length;
        bytes += length;
        checkGuardedBytes();
        return this;
    }

    /** Sets the guard: a word of the row, at a multiple of 8. */
    public RowMask guard(int offset) {
        if (offset < 0 || offset > period - Long.BYTES || (offset & 7) != 0) {
            throw new IllegalArgumentException(
                    "guard is an aligned word of the period: guard="
                            + offset
                            + ", period="
                            + period);
        }
        guard = offset;
        checkGuardedBytes();
        return this;
    }

    private void checkGuardedBytes() {
        if (guard != NO_GUARD && bytes > LARGEST_GUARDED_ROW) {
            throw new IllegalArgumentException(
                    "a row with a guard has at most "
                            + LARGEST_GUARDED_ROW
                            + " bytes: bytes="
                            + bytes);
        }
    }

    /** Distance of two rows, in bytes. */
    public int period() {
        return period;
    }

    /** Number of runs. */
    public int runs() {
        return runs;
    }

    /** Where a run begins in its row. */
    public int offset(int run) {
        return offsets[run];
    }

    /** Bytes of a run. */
    public int length(int run) {
        return lengths[run];
    }

    /** Bytes that are transferred of each row. */
    public int bytes() {
        return bytes;
    }

    /** Offset of the guard, or {@link #NO_GUARD}. */
    public int guard() {
        return guard;
    }

    /** Whether there is a guard. */
    public boolean isGuarded() {
        return guard != NO_GUARD;
    }

    /** Bytes from the start of a row to the end of what is read of it. */
    public int span() {
        int end = runs == 0 ? 0 : offsets[runs - 1] + lengths[runs - 1];
        return isGuarded() ? Math.max(end, guard + Long.BYTES) : end;
    }
}
