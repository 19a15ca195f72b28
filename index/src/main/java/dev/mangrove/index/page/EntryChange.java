package dev.mangrove.index.page;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * What the editors of one thread have done to pages of byte strings since {@link #reset}: whether
 * they have stored anything, and the value that a leaf has lost. So a client that changes a key
 * learns which extent it has to free.
 */
public final class EntryChange {
    /** Kind of a value that was not there. */
    public static final int NONE = -1;

    private int kind = NONE;
    private long word;
    private boolean edited;

    /** Pointers to the extents of all values that were lost. */
    private long[] extents = new long[1];

    private int extentCount;

    public EntryChange() {}

    /** Begins with another operation. */
    public void reset() {
        kind = NONE;
        word = 0;
        edited = false;
        extentCount = 0;
    }

    /** Kind of the value that a leaf has lost, or {@link #NONE}. */
    public int kind() {
        return kind;
    }

    /** The value that a leaf has lost, as its word. */
    public long word() {
        return word;
    }

    /** Whether a page was changed, or may have been. */
    public boolean isEdited() {
        return edited;
    }

    public void edited() {
        edited = true;
    }

    /** Names the extents of all values that leaves have lost. */
    public void lostExtents(LongConsumer into) {
        for (int i = 0; i < extentCount; i++) {
            into.accept(extents[i]);
        }
    }

    /** A leaf has lost a value. */
    public void lost(int lostKind, long lostWord) {
        kind = lostKind;
        word = lostWord;
    }

    /** A leaf has lost a value in an extent. */
    public void lostExtent(long pointer) {
        if (extentCount == extents.length) {
            extents = Arrays.copyOf(extents, 2 * extentCount);
        }
        extents[extentCount++] = pointer;
    }
}
