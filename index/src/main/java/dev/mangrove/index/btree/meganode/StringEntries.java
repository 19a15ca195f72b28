package dev.mangrove.index.btree.meganode;

import dev.mangrove.index.btree.level.EntryExpiry;
import dev.mangrove.index.page.EntryChange;
import dev.mangrove.index.page.PagePointer;
import dev.mangrove.index.page.PageView;
import dev.mangrove.index.page.strings.StringPageView;

/**
 * What a change of a byte string needs to know, and what the client learns of it. An entry that
 * expires lies in an extent at any server, with a time of that server's clock. The client judges
 * it, and names the pointer and the verdict: no two extents have the same pointer, so the verdict
 * holds as long as the entry has this one. Used by one thread.
 */
public final class StringEntries implements EntryExpiry {
    private final EntryChange change;
    private final UnjudgedException unjudged = new UnjudgedException();
    private long judged = PagePointer.NULL;
    private boolean over;
    private long met = PagePointer.NULL;

    StringEntries(EntryChange change) {
        this.change = change;
    }

    /**
     * Begins a change.
     *
     * @param pointer value of an entry that the client has judged; NULL if there is none
     * @param isOver whether that entry has expired
     */
    public void begin(long pointer, boolean isOver) {
        judged = pointer;
        over = isOver;
        met = PagePointer.NULL;
        change.reset();
    }

    @Override
    public boolean isExpired(PageView leaf, int slot) {
        if (!mayExpire(leaf, slot)) {
            return false;
        }
        met = leaf.value(slot);
        if (!isJudged(met, judged)) {
            throw unjudged;
        }
        return over;
    }

    private static boolean isJudged(long found, long judged) {
        return found == judged;
    }

    @Override
    public boolean mayExpire(PageView leaf, int slot) {
        return ((StringPageView) leaf).kind(slot) == StringPageView.EXPIRING;
    }

    /** Value of the entry that the change met and that the client is to judge. */
    public long unjudged() {
        return met;
    }

    /** Kind of the value that the change has taken out of its leaf, or {@link EntryChange#NONE}. */
    public int lostKind() {
        return change.kind();
    }

    /** The value that the change has taken out of its leaf, as its word. */
    public long lostWord() {
        return change.word();
    }

    /** Whether a page was changed, or may have been. */
    public boolean isEdited() {
        return change.isEdited();
    }

    /** Begins a request that changes no entry of a key. */
    public void reset() {
        begin(PagePointer.NULL, false);
    }
}
