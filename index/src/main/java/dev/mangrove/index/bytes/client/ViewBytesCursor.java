package dev.mangrove.index.bytes.client;

import dev.mangrove.index.bytes.BytesCursor;
import dev.mangrove.index.session.Failures;
import dev.mangrove.index.session.ViewGuard;

import org.jspecify.annotations.Nullable;

/** The cursor of a view. A view has one at a time; closing the view ends it. */
public final class ViewBytesCursor implements BytesCursor {
    private final ViewGuard guard;
    private final Failures failures;
    private @Nullable EntryScan scan;
    private boolean atEntry;
    private boolean viewClosed;

    /** A cursor that is not open. */
    public ViewBytesCursor(ViewGuard guard, Failures failures) {
        this.guard = guard;
        this.failures = failures;
    }

    /** Starts to return the entries of a scan. */
    public ViewBytesCursor over(EntryScan begun) {
        scan = begun;
        atEntry = false;
        return this;
    }

    /** Whether it was opened and not closed. */
    public boolean isOpen() {
        return scan != null;
    }

    /** Ends the cursor, because its view is closed. */
    public void end() {
        viewClosed = true;
        atEntry = false;
    }

    @Override
    public boolean next() {
        guard.enterStep();
        try {
            EntryScan open = scan;
            if (open == null || viewClosed) {
                throw new IllegalStateException(
                        viewClosed
                                ? "the view of the index is closed"
                                : "the cursor is closed; open another");
            }
            atEntry = false;
            atEntry = open.next();
            return atEntry;
        } catch (RuntimeException e) {
            throw viewClosed ? e : failures.translate(e);
        } finally {
            guard.leaveStep();
        }
    }

    @Override
    public byte[] key() {
        return current().key();
    }

    @Override
    public byte[] value() {
        return current().value();
    }

    private EntryScan current() {
        EntryScan open = scan;
        if (open == null || !atEntry) {
            throw new IllegalStateException(
                    "the cursor is at no entry: look only after next() has returned true");
        }
        return open;
    }

    @Override
    public void close() {
        scan = null;
        atEntry = false;
    }
}
