package dev.mangrove.index.access;

import dev.mangrove.index.page.PageImage;
import dev.mangrove.index.page.PageView;

/** The pages of one server, as one thread accesses them. */
abstract class ServerPages {
    /** Reports each page that is read by verbs on its own; no effect where none is. */
    void observe(ReadObserver observer) {}

    /** Prefetches what a search for a key reads first, if that needs no verb. */
    abstract void expect(long pointer, long key);

    /** Prefetches a page that will be read as a whole, if that needs no verb. */
    abstract void expectAll(long pointer);

    /** Shows a page. */
    abstract void open(long pointer, PageView view);

    /** Adds a page to those that {@link #start} reads together. */
    abstract void begin(long pointer, PageView view);

    /** Starts to read the added pages. */
    abstract void start();

    /** Waits for an added page and shows it. */
    abstract void finish(long pointer, PageView view);

    /** Gives up the pages that were added; on return nothing writes to their views. */
    abstract void abandon();

    abstract void lock(long pointer, LockedPage page);

    abstract boolean tryLock(long pointer, LockedPage page);

    /** Writes an unpublished page of this server before all changes of a locked one. */
    abstract void writeAhead(long pointer, PageImage image);

    abstract void write(long pointer, PageImage image);

    /** Waits until all changes so far are visible. */
    abstract void flush();

    /** Makes all changes visible, then releases the latch or hands it on. */
    abstract void unlock(LockedPage page);

    /** Releases the latch if that is still possible; drops changes that were not submitted yet. */
    abstract void release(LockedPage page);
}
