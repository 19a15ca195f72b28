package dev.mangrove.index.access;

import dev.mangrove.index.page.PageEditor;
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
    private @Nullable ServerPages holder;

    /** Nothing locked yet. */
    LockedPage(int pageSize, int tag) {
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

    /** Waits until all changes so far are visible to everyone. */
    public void flush() {
        holder().flush();
    }

    /** Makes all changes visible, then unlocks. */
    public void unlock() {
        ServerPages pages = holder();
        holder = null;
        editor.through(PageStore.NOWHERE);
        pages.unlock(view.pointer());
    }

    /** Unlocks if locked, without more changes: the way out when something went wrong. */
    public void release() {
        ServerPages pages = holder;
        if (pages != null) {
            holder = null;
            editor.through(PageStore.NOWHERE);
            pages.release(view.pointer());
        }
    }

    DirectStore inPlace() {
        return inPlace;
    }

    CopiedStore byVerbs() {
        return byVerbs;
    }

    void held(ServerPages by, PageStore store) {
        holder = by;
        editor.through(store);
    }

    private ServerPages holder() {
        ServerPages pages = holder;
        if (pages == null) {
            throw new IllegalStateException("no page is locked");
        }
        return pages;
    }
}
