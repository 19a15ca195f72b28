package dev.mangrove.fabric;

import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;

/**
 * Checks that all fragments of a selection lie within memory, before the first is touched. The
 * memory is given by the sizes of regions, by id; local memory counts as region 0.
 */
public final class SelectionBounds {
    /** Returned instead of a row or column when all are inside. */
    public static final int INSIDE = -1;

    private SelectionBounds() {}

    /** The first row, or column of a mapped selection, that is not inside. */
    public static int firstOutside(Selection selection, long[] sizes) {
        return switch (selection.kind()) {
            case STRIDED -> isInside(selection.base(), reach(selection), sizes) ? INSIDE : 0;
            case POINTED -> firstPointerOutside(selection, sizes);
            case MAPPED -> firstColumnOutside(selection, sizes);
        };
    }

    private static long reach(Selection selection) {
        RowMask mask = selection.mask();
        return (selection.rows() - 1L) * mask.period() + mask.span();
    }

    private static int firstPointerOutside(Selection selection, long[] sizes) {
        int span = selection.mask().span();
        for (int row = 0; row < selection.rows(); row++) {
            if (!isInside(selection.word(row), span, sizes)) {
                return row;
            }
        }
        return INSIDE;
    }

    private static int firstColumnOutside(Selection selection, long[] sizes) {
        ColumnSet columns = selection.columns();
        for (int column = 0; column < columns.columns(); column++) {
            long bytes = (long) selection.rows() * columns.width(column);
            if (!isInside(columns.base(column), bytes, sizes)) {
                return column;
            }
        }
        return INSIDE;
    }

    private static boolean isInside(long place, long bytes, long[] sizes) {
        int region = Address.region(place);
        return region < sizes.length && Address.offset(place) <= sizes[region] - bytes;
    }

    /** Whether the guard of each row is an aligned word. */
    public static boolean hasAlignedGuards(Selection selection) {
        if (!selection.isGuarded()) {
            return true;
        }
        long bits = 0;
        for (int row = 0; row < selection.rows(); row++) {
            bits |= selection.row(row);
        }
        return (bits & 7) == 0;
    }

    /** Where a row or column begins that is not inside. */
    public static long place(Selection selection, int index) {
        return selection.kind() == Selection.Kind.MAPPED
                ? selection.columns().base(index)
                : selection.row(index);
    }

    /** Names the field that leads to a row or column. */
    public static String field(Selection selection, int index) {
        String place = Address.toString(place(selection, index));
        return switch (selection.kind()) {
            case STRIDED ->
                    "base="
                            + place
                            + ", rows="
                            + selection.rows()
                            + ", period="
                            + selection.mask().period();
            case POINTED -> "pointers[" + index + "]=" + place;
            case MAPPED -> "columns[" + index + "]=" + place + ", rows=" + selection.rows();
        };
    }
}
