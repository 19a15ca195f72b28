package dev.mangrove.index.handle;

import dev.mangrove.index.ordered.Cursor;
import dev.mangrove.index.ordered.OrderedIndex;

/** A cursor of an ordered handle. */
final class OrderedHandleCursor extends CursorWithView<OrderedIndex, Cursor> implements Cursor {
    OrderedHandleCursor(Views<OrderedIndex> views, OrderedIndex view, Cursor cursor) {
        super(views, view, cursor);
    }

    @Override
    boolean step(Cursor viewCursor) {
        return viewCursor.next();
    }

    @Override
    void end(Cursor viewCursor) {
        viewCursor.close();
    }

    @Override
    public long key() {
        return current().key();
    }

    @Override
    public long value() {
        return current().value();
    }
}
