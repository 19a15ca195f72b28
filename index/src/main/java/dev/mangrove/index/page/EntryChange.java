package dev.mangrove.index.page;

/**
 * What the editors of one thread have done to pages of byte strings since {@link #reset}: whether
 * they have stored anything, and the value that a leaf has lost. Who changes a key learns so which
 * extent it has to free.
 */
public final class EntryChange {
    /** Kind of a value that was not there. */
    public static final int NONE = -1;

    private int kind = NONE;
    private long word;
    private boolean edited;

    public EntryChange() {}

    /** Begins with another operation. */
    public void reset() {
        kind = NONE;
        word = 0;
        edited = false;
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

    public void lost(int lostKind, long lostWord) {
        kind = lostKind;
        word = lostWord;
    }
}
