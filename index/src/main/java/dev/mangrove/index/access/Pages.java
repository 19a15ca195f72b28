package dev.mangrove.index.access;

import dev.mangrove.fabric.host.Host;
import dev.mangrove.index.page.EntryBuffer;
import dev.mangrove.index.page.KeyOrder;
import dev.mangrove.index.page.PageFormat;
import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageOutline;
import dev.mangrove.index.page.PageView;

/** The pages of one index, as one thread accesses them. */
public interface Pages {
    /** Pages that are written at the same time. Chosen: as many as are read at the same time. */
    int MOST_UNSETTLED = 64;

    /** Outlines that are read at the same time. Chosen: more leaves than most inner pages name. */
    int MOST_OUTLINES = 64;

    /** Keys that are looked up at the same time: one bit of a word each. */
    int MOST_FOUND = Long.SIZE;

    /** The format of the pages, of this thread. */
    PageFormat format();

    /** Bytes of a page. */
    default int pageSize() {
        return format().pageSize();
    }

    /** The order of keys. */
    default KeyOrder order() {
        return format().order();
    }

    /** Creates a buffer for entries of the pages, with an initial capacity. */
    default EntryBuffer newEntries(int capacity) {
        return new EntryBuffer(capacity, format().order());
    }

    /** The host that provides time and waiting. */
    Host host();

    /** Creates a view of pages. */
    default PageView newView() {
        return format().newView();
    }

    /** Creates a holder for a locked page. */
    LockedPage newLockedPage();

    /** Creates an image to build new pages in. */
    PageImage newImage();

    /** The exception to throw if a pointer leads to no page of the index. */
    RuntimeException damaged(long pointer);

    /** Whether the server of a page is lost, so that access to the page throws. */
    default boolean isLost(long pointer) {
        return false;
    }

    /** Whether a pointer leads to a page that can be accessed here. */
    default boolean reaches(long pointer) {
        return true;
    }

    /** Announces a search for a key in a page; prefetches its lines where possible. */
    void expect(long pointer, long key);

    /** Announces a change of a key in a page; prefetches its lines and latch where possible. */
    default void expectChange(long pointer, long key) {
        expect(pointer, key);
    }

    /** Announces that a page will be read as a whole; prefetches it where possible. */
    void expectAll(long pointer);

    /** Shows a page that other threads may be changing. */
    void open(long pointer, PageView view);

    /** Shows several pages, read at the same time. */
    void openAll(long[] pointers, PageView[] views, int count);

    /** As {@link #openAll}, of pages whose values are not wanted: those shown are arbitrary. */
    default void openKeys(long[] pointers, PageView[] views, int count) {
        openAll(pointers, views, count);
    }

    /**
     * Looks up keys in leaves, reading only the lines of each leaf in which its key probably is,
     * where that saves bytes. A key that is not found may be in the leaf all the same.
     *
     * @param values takes the values of keys that were found
     * @param count at most {@link #MOST_FOUND}
     * @return the keys that were found, a bit each
     */
    default long findAll(long[] leaves, long[] keys, long[] values, int count) {
        return 0;
    }

    /** Creates an outline of leaves; of pages with 64-bit keys only. */
    default PageOutline newOutline() {
        return new PageOutline(format().pageSize(), format().tag());
    }

    /** Reads the outlines of up to {@link #MOST_OUTLINES} leaves at the same time. */
    void outlineAll(long[] pointers, PageOutline[] outlines, int count);

    /** Locks a page, waiting for its latch, and shows it. */
    void lock(long pointer, LockedPage page);

    /** Locks a page if its latch is free; whether it did. */
    boolean tryLock(long pointer, LockedPage page);

    /** Allocates a page. If the session dies before a pointer to it is stored, the page is lost. */
    long allocate();

    /** Writes an unpublished page; it is visible to all threads when this returns. */
    void write(long pointer, PageImage image);

    /**
     * Writes an unpublished page, at the latest when {@link #settle} returns. By verbs, up to
     * {@link #MOST_UNSETTLED} pages are written in one round trip.
     */
    void writeSoon(long pointer, PageImage image);

    /** Makes all pages of {@link #writeSoon} visible; if it throws, none of them may be used. */
    void settle();

    /** Drops the pages of {@link #writeSoon} that are not visible yet. */
    void dropUnsettled();

    /** Frees a dead page. */
    void free(long pointer);

    /** Returns an allocated page to which no pointer was published. */
    void putBack(long pointer);
}
