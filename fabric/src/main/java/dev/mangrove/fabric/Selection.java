package dev.mangrove.fabric;

import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;

import org.jspecify.annotations.Nullable;

import java.lang.foreign.MemorySegment;

/**
 * Fragments of memory, described as a whole: the remote side of a {@link Batch#gather} or {@link
 * Batch#scatter}, or the local side of a {@link Batch#write(long, MemorySegment, Selection)}. The
 * payload is the fragments laid end to end, row after row.
 *
 * <pre>
 * kind      rows lie at                          of each row                 source
 * STRIDED   base, base + period, ...             the runs of the mask        D-RDMA, section 3.1
 * POINTED   pointers[0], pointers[1], ...        the runs of the mask        D-RDMA, section 3.3
 * MAPPED    element r of each column, for each   one element of each column  D-RDMA, section 3.3
 *           bit r that is set in the bitmap
 * </pre>
 *
 * A place is an {@link Address} in a remote selection and an offset in a local one. One object
 * describes one selection after the other without allocating. It, its mask, pointers, bitmap and
 * columns must not change from the recording of a request to its completion.
 */
public final class Selection {
    /** Most fragments of one selection. Chosen: 128 KiB of pointers, which a server keeps. */
    public static final int MOST_FRAGMENTS = 16 << 10;

    /** Most rows that a bitmap covers, selected or not. Chosen: 128 KiB of bitmap. */
    public static final int MOST_MAPPED_ROWS = 1 << 20;

    private static final long[] NO_WORDS = {};

    /** How the rows are found. */
    public enum Kind {
        /** At equal distances. */
        STRIDED,
        /** By an array of pointers. */
        POINTED,
        /** By a bitmap over columns. */
        MAPPED
    }

    private Kind kind = Kind.STRIDED;
    private long base;
    private int rows;
    private int selected;
    private int bytes;
    private long[] words = NO_WORDS;
    private @Nullable RowMask mask;
    private @Nullable ColumnSet columns;

    /** Selects nothing yet. */
    public Selection() {}

    /** Selects rows that follow each other from {@code first} on, one period apart. */
    public Selection strided(long first, int number, RowMask itsMask) {
        checkRows(number, itsMask);
        long reach = (number - 1L) * itsMask.period() + itsMask.span();
        if (Address.offset(first) > Address.MAX_OFFSET + 1 - reach) {
            throw new IllegalArgumentException(
                    "rows x period leaves the address space: base="
                            + Address.toString(first)
                            + ", rows="
                            + number
                            + ", period="
                            + itsMask.period());
        }
        set(Kind.STRIDED, number, number, itsMask.bytes());
        base = first;
        words = NO_WORDS;
        mask = itsMask;
        columns = null;
        return this;
    }

    /** Selects the rows that the first {@code number} pointers lead to. */
    public Selection pointed(long[] pointers, int number, RowMask itsMask) {
        checkRows(number, itsMask);
        if (number > pointers.length) {
            throw new IllegalArgumentException(
                    "pointers are too few: rows=" + number + ", pointers=" + pointers.length);
        }
        set(Kind.POINTED, number, number, itsMask.bytes());
        base = pointers[0];
        words = pointers;
        mask = itsMask;
        columns = null;
        return this;
    }

    /** Selects, of the first {@code number} rows of columns, those whose bit is set. */
    public Selection mapped(long[] bitmap, int number, ColumnSet itsColumns) {
        if (number < 1 || number > MOST_MAPPED_ROWS) {
            throw new IllegalArgumentException(
                    "rows is 1 to " + MOST_MAPPED_ROWS + ": rows=" + number);
        }
        if (number > (long) bitmap.length * Long.SIZE) {
            throw new IllegalArgumentException(
                    "bitmap is too short: rows="
                            + number
                            + ", bits="
                            + (long) bitmap.length * Long.SIZE);
        }
        if (itsColumns.columns() == 0) {
            throw new IllegalArgumentException("columns are empty: add at least one column");
        }
        int set = count(bitmap, number);
        checkFragments((long) set * itsColumns.columns());
        set(Kind.MAPPED, number, set, itsColumns.rowBytes());
        base = itsColumns.base(0);
        words = bitmap;
        mask = null;
        columns = itsColumns;
        return this;
    }

    private static int count(long[] bitmap, int rows) {
        int set = 0;
        for (int i = 0; i < rows >>> 6; i++) {
            set += Long.bitCount(bitmap[i]);
        }
        int rest = rows & 63;
        return rest == 0 ? set : set + Long.bitCount(bitmap[rows >>> 6] & (1L << rest) - 1);
    }

    private void set(Kind its, int number, int chosen, int rowBytes) {
        long all = (long) chosen * rowBytes;
        if (all > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "rows x bytes of a row exceeds 2 GiB: rows="
                            + chosen
                            + ", bytes of a row="
                            + rowBytes);
        }
        kind = its;
        rows = number;
        selected = chosen;
        bytes = (int) all;
    }

    private static void checkRows(int number, RowMask mask) {
        if (number < 1) {
            throw new IllegalArgumentException("rows is at least 1: rows=" + number);
        }
        if (mask.runs() == 0) {
            throw new IllegalArgumentException("mask has no runs: add at least one run");
        }
        checkFragments((long) number * mask.runs());
    }

    private static void checkFragments(long fragments) {
        if (fragments > MOST_FRAGMENTS) {
            throw new IllegalArgumentException(
                    "rows x runs is at most "
                            + MOST_FRAGMENTS
                            + " fragments: fragments="
                            + fragments);
        }
    }

    /** How the rows are found. */
    public Kind kind() {
        return kind;
    }

    /** Where the first row lies; of columns, where the first column begins. */
    public long base() {
        return base;
    }

    /** Number of rows; of columns, selected or not. */
    public int rows() {
        return rows;
    }

    /** Number of rows that are transferred. */
    public int selectedRows() {
        return selected;
    }

    /** Number of fragments. */
    public int fragments() {
        return selected * (kind == Kind.MAPPED ? columns().columns() : mask().runs());
    }

    /** Bytes of all fragments. */
    public int bytes() {
        return bytes;
    }

    /** Whether each row has a guard. */
    public boolean isGuarded() {
        RowMask its = mask;
        return its != null && its.isGuarded();
    }

    /** The mask of rows that are strided or pointed at. */
    public RowMask mask() {
        RowMask its = mask;
        if (its == null) {
            throw new IllegalStateException("no mask: kind=" + kind);
        }
        return its;
    }

    /** The columns of mapped rows. */
    public ColumnSet columns() {
        ColumnSet its = columns;
        if (its == null) {
            throw new IllegalStateException("no columns: kind=" + kind);
        }
        return its;
    }

    /** A pointer, or 64 bits of the bitmap. */
    public long word(int index) {
        return words[index];
    }

    /** Words of the pointers or the bitmap that are in use. */
    public int words() {
        return switch (kind) {
            case STRIDED -> 0;
            case POINTED -> rows;
            case MAPPED -> (rows + Long.SIZE - 1) >>> 6;
        };
    }

    /** Where a row that is strided or pointed at begins. */
    public long row(int number) {
        return kind == Kind.STRIDED ? base + (long) number * mask().period() : words[number];
    }

    /** The first row from {@code from} on whose bit is set, or -1. */
    int nextMapped(int from) {
        int index = from >>> 6;
        int end = words();
        if (from >= rows) {
            return -1;
        }
        long left = words[index] & -1L << from;
        while (left == 0) {
            if (++index == end) {
                return -1;
            }
            left = words[index];
        }
        int row = (index << 6) + Long.numberOfTrailingZeros(left);
        return row < rows ? row : -1;
    }
}
