package dev.mangrove.index.access;

import dev.mangrove.index.page.PageStore;
import dev.mangrove.index.page.PageView;

import org.jspecify.annotations.Nullable;

/** Changes the copy of a page and adds the WRITEs that carry the change to the page. */
final class CopiedStore implements PageStore {
    private final PageView view;
    private @Nullable CopiedPages pages;
    private long address;

    CopiedStore(PageView view) {
        this.view = view;
    }

    CopiedStore to(CopiedPages where, long at) {
        pages = where;
        address = at;
        return this;
    }

    @Override
    public void word(int offset, long value) {
        view.change(offset, value);
        if (pages().writesLines()) {
            pages().edit().writeLong(address + offset, value);
        } else {
            pages().carryWhole(address, view.copy());
        }
    }

    @Override
    public boolean keepsLines() {
        return pages().keepsLines();
    }

    @Override
    public void carry(int offset, int length) {
        if (pages().writesLines()) {
            pages().edit().write(address + offset, view.copy(), offset, length);
        } else {
            pages().carryWhole(address, view.copy());
        }
    }

    @Override
    public void fence() {
        pages().fence();
    }

    private CopiedPages pages() {
        CopiedPages to = pages;
        if (to == null) {
            throw new IllegalStateException("no page is locked: lock one first");
        }
        return to;
    }
}
