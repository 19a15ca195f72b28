package dev.mangrove.fabric;

import dev.mangrove.fabric.transfer.ColumnSet;
import dev.mangrove.fabric.transfer.RowMask;

import org.jspecify.annotations.Nullable;

/** Walks the fragments of a selection in the order of its payload. Reusable. */
public final class FragmentCursor {
    private @Nullable Selection selection;
    private int row;
    private int part;
    private long address;
    private int length;

    /** A cursor without a selection. */
    public FragmentCursor() {}

    /** Goes before the first fragment of a selection. */
    public FragmentCursor begin(Selection of) {
        selection = of;
        part = -1;
        row = 0;
        if (of.kind() == Selection.Kind.MAPPED) {
            row = of.nextMapped(0);
        }
        return this;
    }

    /** Goes to the next fragment; false if there is none. */
    public boolean next() {
        Selection of = selection;
        if (of == null) {
            return false;
        }
        return of.kind() == Selection.Kind.MAPPED ? nextMapped(of, of.columns()) : nextRun(of);
    }

    private boolean nextRun(Selection of) {
        RowMask mask = of.mask();
        if (++part == mask.runs()) {
            part = 0;
            row++;
        }
        if (row >= of.rows()) {
            return false;
        }
        address = of.row(row) + mask.offset(part);
        length = mask.length(part);
        return true;
    }

    private boolean nextMapped(Selection of, ColumnSet columns) {
        if (part < 0) {
            part = 0;
        } else if (columns.isRowByRow()) {
            if (++part == columns.columns()) {
                part = 0;
                row = of.nextMapped(row + 1);
            }
        } else {
            row = of.nextMapped(row + 1);
            if (row < 0 && ++part < columns.columns()) {
                row = of.nextMapped(0);
            }
        }
        if (row < 0) {
            return false;
        }
        length = columns.width(part);
        address = columns.base(part) + (long) row * length;
        return true;
    }

    /** Where the fragment lies. */
    public long address() {
        return address;
    }

    /** Bytes of the fragment. */
    public int length() {
        return length;
    }
}
