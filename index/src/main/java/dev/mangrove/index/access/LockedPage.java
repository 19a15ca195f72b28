package dev.mangrove.index.access;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.latch.LatchTurn;
import dev.mangrove.index.page.PageEditor;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageStore;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

/**
 * A page that this thread has locked: to be looked at, changed and unlocked. Used again and again.
 */
public final class LockedPage {
    private final PageView view;
    private final PageEditor editor;
    private final DirectStore inPlace = new DirectStore();
    private final CopiedStore byVerbs;
    private final LatchTurn turn;
    private final @Nullable WriteGuard guard;
    private @Nullable ServerPages holder;
    private long pointer;

    /**
     * The word that holds its latch, or will. Set without a call, which a full stack may refuse.
     */
    long word;

    /** Nothing locked yet. Whoever unlocks leaves the guard, if there is one. */
    public LockedPage(Host host, int pageSize, int tag, @Nullable WriteGuard guard) {
        this.guard = guard;
        turn = new LatchTurn(host);
        view = new PageView(pageSize, tag);
        editor = new PageEditor(view);
        byVerbs = new CopiedStore(view);
    }

    /** The page as it is. */
    public PageView view() {
        return view;
    }

    /** Changes it. */
    public PageEditor editor() {
        return editor;
    }

    /** Whether a page is locked here. */
    public boolean isLocked() {
        return holder != null;
    }

    /**
     * Fills a page that nobody knows and that is on this one's server. Whoever sees a later change
     * of this page sees it, too.
     */
    public void writeAhead(long pointer, PageImage image) {
        holder().writeAhead(pointer, image);
    }

    /** Waits until all changes so far are visible to everyone. */
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
     * Unlocks if locked, without more changes: the way out when something went wrong. If this fails
     * as well, as a full stack may make it, the page stays locked here, and is released before the
     * next one is locked.
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

    DirectStore inPlace() {
        return inPlace;
    }

    CopiedStore byVerbs() {
        return byVerbs;
    }

    /** The place in line for its latch. */
    LatchTurn turn() {
        return turn;
    }

    /** The page that is locked, or was last. */
    long pointer() {
        return pointer;
    }

    /** From here on {@link #release} gives the latch back if a word has got into it. */
    void claim(ServerPages by, long page, long claimed) {
        holder = by;
        pointer = page;
        word = claimed;
    }

    /** The latch was not to be had. */
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
            throw new IllegalStateException("no page is locked");
        }
        return pages;
    }
}
