package dev.mangrove.index.btree.partition;

import dev.mangrove.index.btree.level.Change;
import dev.mangrove.index.page.EntryChange;
import dev.mangrove.index.page.PagePointer;

/**
 * What a server shall do with a key of a tree of meganodes, and what it answers beside the outcome.
 * Keys and values are words; the word of a byte string has the kinds of its value and of the one
 * that is expected. Reusable.
 */
public final class RemoteChange {
    Change how = Change.PUT;
    long key;
    long value;
    long expected;

    /** Whether the server shall split pages rather than answer SPREAD or EXTEND. */
    boolean maySplit;

    /** The value of an entry of a byte string that the client has judged; NULL if there is none. */
    long judged;

    /** Whether that entry has expired. */
    boolean isOver;

    int lostKind;
    long lostWord;

    /** A change to be set. */
    public RemoteChange() {}

    /** Becomes another change, for which nothing is judged. */
    public RemoteChange set(Change change, long newKey, long newValue, long before) {
        how = change;
        key = newKey;
        value = newValue;
        expected = before;
        maySplit = false;
        judge(PagePointer.NULL, false);
        return this;
    }

    /** The client has judged an entry that expires, by the pointer that is its value. */
    public void judge(long pointer, boolean over) {
        judged = pointer;
        isOver = over;
        lostKind = EntryChange.NONE;
        lostWord = 0;
    }

    /** Kind of the value that a leaf of byte strings has lost, or {@link EntryChange#NONE}. */
    public int lostKind() {
        return lostKind;
    }

    /** The value that the leaf has lost, or the one that the client is to judge, as its word. */
    public long lostWord() {
        return lostWord;
    }
}
