package dev.mangrove.fabric.transfer;

import java.util.Arrays;

/**
 * Columns of a table that a bit-mapped {@code Selection} transfers: each is an array of elements of
 * one width. Element <i>r</i> of each column belongs to row <i>r</i>.
 *
 * <p>Made once and used again and again; it must not change while a batch that uses it is under
 * way.
 */
public final class ColumnSet {
    /** Most columns of a set. Chosen: as many as a mask has runs. */
    public static final int MOST_COLUMNS = 64;

    private static final int FIRST_CAPACITY = 4;

    private boolean rowByRow;
    private long[] bases = new long[FIRST_CAPACITY];
    private int[] widths = new int[FIRST_CAPACITY];
    private int columns;
    private int rowBytes;

    private ColumnSet(boolean rowByRow) {
        this.rowByRow = rowByRow;
    }

    /** A set that is transferred row by row: one element of each column, then the next row. */
    public static ColumnSet byRow() {
        return new ColumnSet(true);
    }

    /** A set that is transferred column by column. */
    public static ColumnSet byColumn() {
        return new ColumnSet(false);
    }

    /** Adds a column: where its first element lies, and the bytes of an element. */
    public ColumnSet column(long base, int width) {
        if (width < 1) {
            throw new IllegalArgumentException("width is at least 1 byte: width=" + width);
        }
        if (columns == MOST_COLUMNS) {
            throw new IllegalArgumentException("a set has at most " + MOST_COLUMNS + " columns");
        }
        if (columns == bases.length) {
            bases = Arrays.copyOf(bases, 2 * columns);
            widths = Arrays.copyOf(widths, 2 * columns);
        }
        rowBytes = Math.addExact(rowBytes, width);
        bases[columns] = base;
        widths[columns++] = width;
        return this;
    }

    /** Forgets all columns, to be transferred row by row or column by column from now on. */
    public ColumnSet clear(boolean byRow) {
        rowByRow = byRow;
        columns = 0;
        rowBytes = 0;
        return this;
    }

    /** Number of columns. */
    public int columns() {
        return columns;
    }

    /** Where the first element of a column lies. */
    public long base(int column) {
        return bases[column];
    }

    /** Bytes of a column's elements. */
    public int width(int column) {
        return widths[column];
    }

    /** Bytes of one element of each column. */
    public int rowBytes() {
        return rowBytes;
    }

    /** Whether it is transferred row by row, else column by column. */
    public boolean isRowByRow() {
        return rowByRow;
    }
}
