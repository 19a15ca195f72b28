package dev.mangrove.index.handle;

import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.bytes.BytesIndex;

/** A cursor of a handle of byte strings. */
final class BytesHandleCursor extends CursorWithView<BytesIndex, BytesCursor>
        implements BytesCursor {
    BytesHandleCursor(Views<BytesIndex> views, BytesIndex view, BytesCursor cursor) {
        super(views, view, cursor);
    }

    @Override
    boolean step(BytesCursor viewCursor) {
        return viewCursor.next();
    }

    @Override
    void end(BytesCursor viewCursor) {
        viewCursor.close();
    }

    @Override
    public byte[] key() {
        return current().key();
    }

    @Override
    public byte[] value() {
        return current().value();
    }
}
