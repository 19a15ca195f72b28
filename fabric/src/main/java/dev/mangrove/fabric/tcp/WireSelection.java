package dev.mangrove.fabric.tcp;

import dev.mangrove.fabric.Selection;
import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;

/**
 * The description of a selection within a request; little-endian words.
 *
 * <pre>
 * operand   63               32 31        16 15      8 7      0
 *          +-------------------+------------+---------+--------+
 *          |       rows        |   parts    |  mode   |  kind  |
 *          +-------------------+------------+---------+--------+
 *
 * kind        words, in this order                                           parts
 * 1 strided   guard, period; for each part: length, offset                   runs
 * 2 pointed   guard, period; for each part: length, offset; pointers         runs
 * 3 mapped    for each part: base, width; bitmap                             columns
 * </pre>
 *
 * Of two values in one word, the first is in the upper half. The guard is -1 where there is none.
 * Mode is 1 for columns that are transferred row by row, else 0. A strided selection begins at the
 * request's address.
 */
final class WireSelection {
    static final int STRIDED = 1;
    static final int POINTED = 2;
    static final int MAPPED = 3;

    /** Bytes of the longest description. */
    static final int LARGEST_BYTES =
            Long.BYTES
                    * Math.max(
                            1 + RowMask.MOST_RUNS + Selection.MOST_FRAGMENTS,
                            2 * ColumnSet.MOST_COLUMNS + Selection.MOST_MAPPED_ROWS / Long.SIZE);

    private static final int MODE_SHIFT = 8;
    private static final int PARTS_SHIFT = 16;
    private static final int ROWS_SHIFT = 32;

    private WireSelection() {}

    /** The operand of a request. */
    static long operand(Selection selection) {
        long rows = (long) selection.rows() << ROWS_SHIFT;
        return switch (selection.kind()) {
            case STRIDED -> rows | (long) selection.mask().runs() << PARTS_SHIFT | STRIDED;
            case POINTED -> rows | (long) selection.mask().runs() << PARTS_SHIFT | POINTED;
            case MAPPED ->
                    rows
                            | (long) selection.columns().columns() << PARTS_SHIFT
                            | (selection.columns().isRowByRow() ? 1L << MODE_SHIFT : 0)
                            | MAPPED;
        };
    }

    static int kind(long operand) {
        return (int) operand & 0xFF;
    }

    static int mode(long operand) {
        return (int) operand >>> MODE_SHIFT & 0xFF;
    }

    static int parts(long operand) {
        return (int) operand >>> PARTS_SHIFT;
    }

    static int rows(long operand) {
        return (int) (operand >>> ROWS_SHIFT);
    }

    /** Words of a description whose operand has been checked. */
    static int words(long operand) {
        return switch (kind(operand)) {
            case STRIDED -> 1 + parts(operand);
            case POINTED -> 1 + parts(operand) + rows(operand);
            default -> 2 * parts(operand) + ((rows(operand) + Long.SIZE - 1) >>> 6);
        };
    }

    /** One word of a description. */
    static long word(Selection selection, int index) {
        if (selection.kind() == Selection.Kind.MAPPED) {
            ColumnSet columns = selection.columns();
            int described = 2 * columns.columns();
            if (index >= described) {
                return selection.word(index - described);
            }
            return index % 2 == 0 ? columns.base(index / 2) : columns.width(index / 2);
        }
        RowMask mask = selection.mask();
        if (index == 0) {
            return pair(mask.guard(), mask.period());
        }
        int run = index - 1;
        return run < mask.runs()
                ? pair(mask.length(run), mask.offset(run))
                : selection.word(run - mask.runs());
    }

    private static long pair(int upper, int lower) {
        return (long) upper << 32 | Integer.toUnsignedLong(lower);
    }
}
