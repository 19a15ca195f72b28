package dev.mangrove.index.access;

import dev.mangrove.fabric.Host;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageView;

/** The pages of one index, as one thread reaches them. */
public interface Pages {
    /** Bytes of a page. */
    int pageSize();

    /** The machine this runs on. */
    Host host();

    /** A new look at pages. */
    PageView newView();

    /** A new place for a page to be locked. */
    LockedPage newLockedPage();

    /** A new image to fill pages from. */
    PageImage newImage();

    /** What to say of a place where there should be a page and is none. */
    RuntimeException damaged(long pointer);

    /** A page will be looked at for a key: what can be fetched ahead is. */
    void expect(long pointer, long key);

    /** Looks at a page that others may be changing. */
    void open(long pointer, PageView view);

    /** Looks at several pages at once. */
    void openAll(long[] pointers, PageView[] views, int count);

    /** Waits until the page is locked by the caller, and looks at it. */
    void lock(long pointer, LockedPage page);

    /** Locks a page if nobody else has; whether it did. */
    boolean tryLock(long pointer, LockedPage page);

    /** A page for one's own use. It belongs to nobody until something points to it. */
    long allocate();

    /** Fills a page that nobody else knows; when this returns, all can see it. */
    void write(long pointer, PageImage image);

    /** Gives back a page that is dead. */
    void free(long pointer);

    /** Gives back a page that nobody else has known. */
    void putBack(long pointer);
}
