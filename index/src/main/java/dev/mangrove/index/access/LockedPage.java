package dev.mangrove.index.access;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.latch.LatchQueueNode;
import dev.mangrove.index.page.PageEditor;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageStore;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

/** A page that this thread has locked, to read, change and unlock it. Reusable. */
public final class LockedPage {
    private final PageView view;
    private final PageEditor editor;
    private final DirectStore inPlace = new DirectStore();
    private final CopiedStore byVerbs;
    private final LatchQueueNode turn;
    private final @Nullable WriteGuard guard;
    private @Nullable ServerPages holder;
    private long pointer;

    /**
     * The word that holds the latch, or is about to. Set without a call, which a full stack might
     * make fail.
     */
    long word;

    /** Request that swaps the latch, while several pages are locked together. */
    int swap;

    /** Whether the latch will be handed on, while several pages are unlocked together. */
    boolean handsOn;

    /** Creates a holder without a page. Unlocking leaves the guard, if there is one. */
    public LockedPage(Host host, PageFormat format, @Nullable WriteGuard guard) {
        this.guard = guard;
        turn = new LatchQueueNode(host);
        view = format.newView();
        editor = format.newEditor(view);
        byVerbs = new CopiedStore(view);
    }

    /** View of the locked page. */
    public PageView view() {
        return view;
    }

    /** Editor of the locked page. */
    public PageEditor editor() {
        return editor;
    }

    /** Whether a page is locked here. */
    public boolean isLocked() {
        return holder != null;
    }

    /**
     * Writes a new, unpublished page on the same server. A thread that sees a later change of the
     * locked page also sees the new page.
     */
    public void writeAhead(long pointer, PageImage image) {
        holder().writeAhead(pointer, image);
    }

    /** Waits until all changes so far are visible. */
    public void flush() {
        holder().flush();
    }

    /** Makes all changes visible, then unlocks. */
    public void unlock() {
        holder().unlock(this);
        holder = null;
        editor.through(PageStore.NOWHERE);
        exit();
    }

    /**
     * Unlocks if locked, without further changes; for callers that handle an exception. If this
     * fails as well, for instance because of a full stack, the page stays locked, and this thread
     * releases it before it locks the next one.
     */
    public void release() {
        ServerPages pages = holder;
        if (pages != null) {
            pages.release(this);
            holder = null;
            editor.through(PageStore.NOWHERE);
            exit();
        }
    }

    /** First step to unlock several pages together: adds the release of the latch. */
    void beginUnlock() {
        holder().beginUnlock(this);
    }

    /** Second step: starts to write the changes. */
    void startUnlock() {
        holder().startUnlocks();
    }

    /** Last step: waits until the changes are visible. */
    void finishUnlock() {
        holder().finishUnlock(this);
        holder = null;
        editor.through(PageStore.NOWHERE);
        exit();
    }

    DirectStore inPlace() {
        return inPlace;
    }

    CopiedStore byVerbs() {
        return byVerbs;
    }

    /** Node in the queue for the latch. */
    LatchQueueNode turn() {
        return turn;
    }

    /** The page that is locked, or was last. */
    long pointer() {
        return pointer;
    }

    /** From now on {@link #release} frees the latch if it holds the claimed word. */
    void claim(ServerPages by, long page, long claimed) {
        assert page != 0 : "a null page";
        holder = by;
        pointer = page;
        word = claimed;
    }

    /** Forgets the claim: the latch could not be acquired. */
    void giveUp() {
        holder = null;
    }

    void held(ServerPages by, PageStore store, long page, long latched) {
        claim(by, page, latched);
        editor.through(store);
    }

    private void exit() {
        if (guard != null) {
            guard.exit();
        }
    }

    private ServerPages holder() {
        ServerPages pages = holder;
        if (pages == null) {
            throw new IllegalStateException("no page is locked: lock one first");
        }
        return pages;
    }
}
